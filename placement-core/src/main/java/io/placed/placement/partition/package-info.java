/** f_TP, the table partitioning: where row groups end and which columns share a logical subset. */
package io.placed.placement.partition;
