/**
 * The choice of the encoding of an array: estimated costs are compared, with compression if that is
 * cheaper. The choice is kept from page to page until the data differ from the estimate.
 */
package io.placed.encoding.choice;
