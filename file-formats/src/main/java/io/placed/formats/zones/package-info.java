/**
 * Where files of other formats keep the rows of their columns, and between which bounds: what their
 * readers plan reads from.
 */
package io.placed.formats.zones;
