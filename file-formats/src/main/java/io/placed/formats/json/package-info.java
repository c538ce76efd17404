/**
 * JSON lines: one object per row and line. Values are those that {@link
 * io.placed.formats.text.JsonRows} prints.
 */
package io.placed.formats.json;
