/** Scan requests: projection, filter, constants, and row choice. */
package io.placed.scan.request;
