/**
 * Tables of the session's catalog: rules and checks of CREATE, REPLACE, ALTER, SHOW CREATE TABLE
 * and WITH SCHEMA EVOLUTION, and the catalog itself.
 */
package io.placed.spark.internal.catalyst.table;
