/** Copies of what is whole in a damaged table. */
package io.placed.table.salvage;
