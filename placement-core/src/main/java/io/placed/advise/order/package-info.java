/**
 * Orders of rows: {@link io.placed.advise.order.CandidateOrder} gives rows keys, {@link
 * io.placed.advise.order.OrderedPages} the pages that they end up in, with zone maps.
 */
package io.placed.advise.order;
