package io.placed.benchmarks.report;

import java.nio.file.Path;
import java.util.List;

/**
 * How a benchmark is run.
 *
 * @param forks JVMs per measurement; 0: in this one, for tests only
 * @param warmUp iterations that do not count
 * @param iterations that count
 * @param seconds of an iteration
 * @param heap such as {@code 4g}
 * @param vectorApi whether the forks have the module jdk.incubator.vector: one run for each value
 * @param profilers of JMH, such as {@code gc}
 * @param log the output of JMH
 */
public record RunOptions(
    int forks,
    int warmUp,
    int iterations,
    double seconds,
    String heap,
    List<Boolean> vectorApi,
    List<String> profilers,
    Path log) {
  public RunOptions {
    vectorApi = List.copyOf(vectorApi);
    profilers = List.copyOf(profilers);
  }
}
