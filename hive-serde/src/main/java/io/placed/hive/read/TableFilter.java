package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.ReadTypes;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;

/** Hive's conditions on a table as a predicate on its columns. */
public final class TableFilter {
  private TableFilter() {}

  /**
   * The predicate; what cannot be translated counts as true.
   *
   * @param hive the columns that Hive knows
   * @param schema of the data set, whose spelling of names the predicate has
   */
  public static Predicate of(SearchArgument sarg, Columns hive, Schema schema) throws IOException {
    SargTranslator translator = new SargTranslator(hive, c -> field(hive, c, schema));
    SargTranslator.Condition found = translator.translate(sarg);
    return found == null ? Predicate.alwaysTrue() : found.predicate();
  }

  private static Field field(Columns hive, int column, Schema schema) {
    String name = hive.names().get(column);
    Field own = schema.find(name, false).map(schema::field).orElse(null);
    Type stored = own == null ? null : own.type();
    Type type = ReadTypes.of(name, hive.types().get(column), stored, NestedPaths.ALL);
    return Field.of(own == null ? name : own.name(), type);
  }
}
