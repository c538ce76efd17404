/** The footer of an open file: columns, positions of their parts, and statistics. */
package io.placed.scan.footer;
