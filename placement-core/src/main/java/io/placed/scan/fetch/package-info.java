/** Fetches planned ranges from storage, with readahead by step and bounded memory. */
package io.placed.scan.fetch;
