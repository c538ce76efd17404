/**
 * The micro-benchmarks of Huai et al., "Understanding Insights into the Basic Structure and
 * Essential Issues of Table Placement Methods in Clusters", VLDB 2013, §4, as far as they are about
 * bytes: what a reader needs, what it asks for, and what the device delivers.
 */
package io.placed.jmh.paper;
