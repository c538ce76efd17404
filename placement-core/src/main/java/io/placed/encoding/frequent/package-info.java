/** One frequent value, and the exceptions. */
package io.placed.encoding.frequent;
