/**
 * The experiments of the Crail project's "SQL Performance: Part 1 - Input File Formats", 2018, and
 * of Albis: how fast formats let a table be read where storage is fast.
 */
package io.placed.experiments.albis;
