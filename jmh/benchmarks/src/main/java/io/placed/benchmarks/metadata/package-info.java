/** What tables of very many files cost, with files that were made up. */
package io.placed.benchmarks.metadata;
