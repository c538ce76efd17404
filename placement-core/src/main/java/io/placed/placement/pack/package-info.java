/** f_DP, the data packing: which row groups and column groups lie in which physical block. */
package io.placed.placement.pack;
