/** Tables as streams of commits. */
package io.placed.table.stream;
