/**
 * What a query needs, plans and reads of a table: from bytes that it has a use for to bytes that
 * the device gave.
 */
package io.placed.explain;
