/** Which files of a source may hold matching rows, and between which values its columns lie. */
package io.placed.table.plan;
