/** Values that are all equal. */
package io.placed.encoding.constant;
