/**
 * Files of other formats as batches of rows: the interfaces of sources and sinks, and one package
 * per format that implements them.
 */
package io.placed.formats;
