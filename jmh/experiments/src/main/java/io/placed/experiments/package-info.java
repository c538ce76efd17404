/**
 * The experiments of five papers by their numbers: what is varied, what is measured, what the paper
 * found, and how results become tables and pictures. {@code docs/design/experiments.md} explains
 * the design. The experiments themselves are in the packages below, one for each paper.
 */
package io.placed.experiments;
