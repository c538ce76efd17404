package io.placed;

import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.schema.Schema;
import org.apache.hadoop.conf.Configuration;

/**
 * Entry point of the Java API.
 *
 * <pre>{@code
 * Schema schema = Schema.parse("id: int64 not null, name: string");
 * try (TableWriter out = Placed.write("/tmp/people", schema).option("placement.reorder", "sort(id)").open()) {
 *   out.write(1L, "Ada");
 *   out.write(2L, "Grace");
 *   out.commit();
 * }
 * try (TableScan in = Placed.read("/tmp/people").select("name").where(Predicate.gt("id", 1L)).open()) {
 *   in.rows().forEach(row -> System.out.println(row[0]));
 * }
 * }</pre>
 *
 * <p>A path that ends in {@code .placed} is a single file, any other a data set: a directory with
 * snapshots. Paths may be local ({@code /a/b}, {@code file:///a/b}) or of any Hadoop file system
 * ({@code hdfs:}, {@code s3a:}).
 */
public final class Placed {
  private Placed() {}

  /** Builds a write; no I/O happens before {@code open()}. */
  public static WriteBuilder write(String path, Schema schema) {
    return new WriteBuilder(path, schema);
  }

  /** Builds a scan; no I/O happens before {@code open()}. */
  public static ReadBuilder read(String path) {
    return new ReadBuilder(path);
  }

  static boolean isSingleFile(String path) {
    return PathNames.name(path).endsWith(".placed");
  }

  /** Hadoop classes are not loaded for local paths unless a configuration was given. */
  static FileStores stores(Configuration hadoop, String path) {
    String scheme = PathNames.scheme(path);
    if (hadoop == null && (scheme == null || scheme.isEmpty() || scheme.equals("file"))) {
      LocalFileStore local = new LocalFileStore();
      return any -> local;
    }
    return new HadoopFileStores(hadoop != null ? hadoop : new Configuration());
  }
}
