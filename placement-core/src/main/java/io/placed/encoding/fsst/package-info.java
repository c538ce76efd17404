/** Byte strings whose frequent parts are codes of one byte (FSST). */
package io.placed.encoding.fsst;
