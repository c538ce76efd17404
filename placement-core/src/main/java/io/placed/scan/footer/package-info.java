/** The footer of an open file: its columns, where their parts lie, and their statistics. */
package io.placed.scan.footer;
