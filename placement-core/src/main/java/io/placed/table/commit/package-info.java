/** Operations that change a table, and their commit as the next snapshot. */
package io.placed.table.commit;
