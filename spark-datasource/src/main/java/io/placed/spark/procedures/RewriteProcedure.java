package io.placed.spark.procedures;

import io.placed.dataset.RewriteOptions;
import io.placed.dataset.RewriteResult;
import io.placed.placement.Placement;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedTables;
import io.placed.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code rewrite(path, placement, where, profile, compression, file_size)}. */
public final class RewriteProcedure implements SimpleProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("rows", DataTypes.LongType, false)
          .add("files_before", DataTypes.IntegerType, false)
          .add("files_after", DataTypes.IntegerType, false)
          .add("files_reused", DataTypes.IntegerType, false)
          .add("bytes_before", DataTypes.LongType, false)
          .add("bytes_after", DataTypes.LongType, false);

  @Override
  public String name() {
    return "rewrite";
  }

  @Override
  public String description() {
    return "Gives a table, or the partitions named, another placement";
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      ProcedureParameter.in("path", DataTypes.StringType).build(),
      optional("placement"),
      optional("where"),
      optional("profile"),
      optional("compression"),
      optional("file_size"),
    };
  }

  private static ProcedureParameter optional(String name) {
    return ProcedureParameter.in(name, DataTypes.StringType).defaultValue("NULL").build();
  }

  @Override
  public Iterator<Scan> call(InternalRow in) {
    Map<String, String> settings = new LinkedHashMap<>();
    put(settings, Placement.SETTING, Call.text(in, 1));
    put(settings, WriteOptions.PROFILE, Call.text(in, 3));
    put(settings, WriteOptions.COMPRESSION, Call.text(in, 4));
    if (settings.isEmpty()) {
      throw new IllegalArgumentException(
          "say how: placement, profile or compression has to be given");
    }
    RewriteOptions options = RewriteOptions.of(settings);
    if (Call.text(in, 2) != null) {
      options = options.withWhere(Predicate.parse(Call.text(in, 2)));
    }
    if (Call.text(in, 5) != null) {
      options = options.withFileBytes(Sizes.parse("file_size", Call.text(in, 5)));
    }
    try {
      RewriteResult r = PlacedTables.rewrite(SparkSession.active(), Call.path(in), options);
      Object[] row = {
        r.snapshot(),
        r.rows(),
        r.filesBefore(),
        r.filesAfter(),
        r.filesReused(),
        r.bytesBefore(),
        r.bytesAfter()
      };
      return Call.result(RESULT, List.<Object[]>of(row));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static void put(Map<String, String> settings, String name, String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }
}
