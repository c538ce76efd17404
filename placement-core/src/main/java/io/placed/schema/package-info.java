/** Logical types, fields with ids, schemas with a text form, and type promotion. */
package io.placed.schema;
