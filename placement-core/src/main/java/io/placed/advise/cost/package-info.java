/** What queries read under a layout, and what that costs. */
package io.placed.advise.cost;
