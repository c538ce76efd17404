/** From bytes of a table to bytes of its device: text, JSON and a picture. */
package io.placed.cli.explain;
