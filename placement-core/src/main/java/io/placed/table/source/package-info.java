/** Which files the paths of a read mean, at one moment and under the names that an engine has. */
package io.placed.table.source;
