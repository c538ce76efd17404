/** Writes row groups to physical blocks and files (f_DP), and the footer. */
package io.placed.write.pack;
