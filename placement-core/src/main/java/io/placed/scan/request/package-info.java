/** What a scan is asked for: columns, a filter, constants, and a choice of rows. */
package io.placed.scan.request;
