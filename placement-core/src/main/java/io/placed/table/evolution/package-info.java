/** Schema evolution by field id: bindings of writes, merged schemas, schema changes. */
package io.placed.table.evolution;
