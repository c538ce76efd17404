/** What a plan tells scans and writes of this source about the rest of its query, and they it. */
package io.placed.spark.internal.plan;
