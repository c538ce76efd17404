/** Advice as text, JSON, an HTML page and statements: the same for all engines. */
package io.placed.advise.report;
