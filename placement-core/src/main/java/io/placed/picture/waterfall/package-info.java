/** The bytes that a query reads, step by step: as text, JSON, a chart, a table and a page. */
package io.placed.picture.waterfall;
