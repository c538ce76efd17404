/**
 * Names: {@code placed.`/path`}, the functions of partition transforms, and the parameters of CALL.
 */
package io.placed.spark.internal.catalyst.name;
