/** Manifests: Placed files with a row for each data file of a table. */
package io.placed.table.manifest;
