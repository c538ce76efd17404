/** Finds columns that are functions of others; see docs/design/derived-columns.md. */
package io.placed.write.derive;
