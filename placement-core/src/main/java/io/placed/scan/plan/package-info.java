/** Which pages, copies and steps a request needs, from statistics alone. */
package io.placed.scan.plan;
