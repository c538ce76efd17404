/**
 * f_RR, the row reordering: emits the rows it receives in another order. No row is added, lost or
 * changed.
 */
package io.placed.placement.reorder;
