package io.placed.experiments.command;

import io.placed.benchmarks.BenchmarksCommand;
import io.placed.experiments.coldstart.ColdStartCommand;
import io.placed.experiments.peers.PeersCommand;
import io.placed.experiments.take.TakeCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The program that {@code bin/bench} starts: benchmarks, and the experiments of the papers. */
public final class Bench {
  private Bench() {}

  /** The command as tests run it too. */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return BenchmarksCommand.commandLine(
        out,
        err,
        new ColdStartCommand(),
        new TakeCommand(),
        new PeersCommand(),
        RunCommand.commandLine(),
        new ListCommand(),
        new ReportCommand());
  }

  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out, err).execute(args));
  }
}
