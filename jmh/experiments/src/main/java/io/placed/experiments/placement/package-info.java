/**
 * The experiments of Huai et al., "Understanding Insights into the Basic Structure and Essential
 * Issues of Table Placement Methods in Clusters", VLDB 2013: which bytes a reader needs, which it
 * requests, and which the device delivers.
 */
package io.placed.experiments.placement;
