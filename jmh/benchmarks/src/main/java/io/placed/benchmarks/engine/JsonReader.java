package io.placed.benchmarks.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jackson's streaming parser, without objects of rows; values that are not wanted are skipped. */
final class JsonReader implements Reader {
  @Override
  public Scan prepare(String file, Query query) {
    Schema schema = query.schemaRead();
    Map<String, Value> wanted = new HashMap<>();
    Value[] values = new Value[schema.size()];
    for (int c = 0; c < values.length; c++) {
      Field f = schema.field(c);
      values[c] = new Value(f.type().kind());
      wanted.put(f.name(), values[c]);
    }
    Filtering filtering = new Filtering(query);
    return () -> {
      Totals totals = query.totals();
      filtering.start();
      try (var channel = Channels.open(file);
          JsonParser in =
              new JsonFactory().createParser(java.nio.channels.Channels.newInputStream(channel))) {
        while (in.nextToken() == JsonToken.START_OBJECT) {
          List.of(values).forEach(v -> v.isNull = true);
          while (in.nextToken() == JsonToken.FIELD_NAME) {
            Value value = wanted.get(in.currentName());
            JsonToken token = in.nextToken();
            if (value == null) {
              in.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
              value.take(in);
            }
          }
          filtering.add(values, 1, totals);
        }
      }
      return totals;
    };
  }

  /** A value of the current row. */
  private static final class Value implements Cells {
    private final TypeKind kind;
    private boolean isNull;
    private long whole;
    private double real;
    private byte[] text;

    Value(TypeKind kind) {
      this.kind = kind;
    }

    void take(JsonParser in) throws IOException {
      isNull = false;
      switch (kind) {
        case INT8, INT16, INT32, INT64 -> whole = in.getLongValue();
        case FLOAT, DOUBLE -> real = in.getDoubleValue();
        case DATE -> whole = LocalDate.parse(in.getText()).toEpochDay();
        case STRING -> text = in.getText().getBytes(StandardCharsets.UTF_8);
        default -> throw new IllegalArgumentException(kind + " is not read from JSON here");
      }
    }

    @Override
    public boolean isNull(int i) {
      return isNull;
    }

    @Override
    public long longAt(int i) {
      return whole;
    }

    @Override
    public double doubleAt(int i) {
      return real;
    }

    @Override
    public long textAt(int i) {
      return Sums.text(text, 0, text.length);
    }

    @Override
    public boolean textEquals(int i, byte[] utf8) {
      return Arrays.equals(text, utf8);
    }
  }
}
