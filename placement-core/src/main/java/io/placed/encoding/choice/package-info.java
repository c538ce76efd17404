/**
 * Which encoding an array gets: estimates are compared by cost, with compression where that pays,
 * and the choice is kept from page to page until it turns out wrong.
 */
package io.placed.encoding.choice;
