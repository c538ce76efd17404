package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.schema.Schema;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The process of a reader that is a Java library on this class path. */
final class JavaPeer {
  private JavaPeer() {}

  /** Arguments: name of the engine, its file, and the columns of the table. */
  public static void main(String[] args) throws Exception {
    Engine engine = Engines.named(args[0]);
    Schema schema = Schema.parse(args[2]);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      Scan scan = engine.prepare(args[1], SumOrder.parse(line).query(schema));
      long start = System.nanoTime();
      Totals totals = scan.run();
      System.out.println((System.nanoTime() - start) / 1e6 + " " + totals.text());
    }
    System.exit(0);
  }
}
