/** One frequent value, and exceptions. */
package io.placed.encoding.frequent;
