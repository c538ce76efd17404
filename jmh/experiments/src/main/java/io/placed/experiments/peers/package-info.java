/** Scans beside readers and formats that a user would pick instead. */
package io.placed.experiments.peers;
