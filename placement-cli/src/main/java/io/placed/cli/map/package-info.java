/** Pictures of how a table lies in its files. */
package io.placed.cli.map;
