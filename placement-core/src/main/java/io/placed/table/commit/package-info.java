/** Operations that change a table, and how one becomes the next snapshot. */
package io.placed.table.commit;
