/**
 * f_RR, the row reordering: rows come in, the same rows go out in another order. A reordering keeps
 * the multiset of rows exactly.
 */
package io.placed.placement.reorder;
