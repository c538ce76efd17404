/**
 * Fuzz targets: one class for each, because Jazzer fuzzes one method in a process. Without {@code
 * -Pfuzz} they replay the corpus in {@code src/test/resources}.
 */
package io.placed.fuzz;
