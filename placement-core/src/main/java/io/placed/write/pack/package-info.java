/** Row groups to physical blocks and files (f_DP), and the footer behind them. */
package io.placed.write.pack;
