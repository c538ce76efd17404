/** Reads every byte of a file and its siblings and lists what is damaged. */
package io.placed.scan.verify;
