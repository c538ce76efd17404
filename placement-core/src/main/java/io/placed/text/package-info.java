/** Numbers, tables and documents as text that people read; used by reports and the command line. */
package io.placed.text;
