/** Pictures of the layout of files, with what a query reads of them. */
package io.placed.picture.map;
