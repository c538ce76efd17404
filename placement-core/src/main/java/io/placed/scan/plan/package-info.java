/** Plans pages, copies and steps of a request, from statistics alone. */
package io.placed.scan.plan;
