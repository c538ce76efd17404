/** What users meet before the JVM has compiled anything: fresh processes, run by run. */
package io.placed.experiments.coldstart;
