/** Byte strings whose frequent substrings are codes of one byte (FSST). */
package io.placed.encoding.fsst;
