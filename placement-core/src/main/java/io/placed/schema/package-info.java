/** Logical types, fields with ids, schemas with a text form, and the rules of widening. */
package io.placed.schema;
