/**
 * What a query costs under a layout: {@link io.placed.advise.cost.ReadModel} has its bytes and
 * requests, {@link io.placed.advise.cost.WrittenPages} measures sizes and decode times of columns.
 */
package io.placed.advise.cost;
