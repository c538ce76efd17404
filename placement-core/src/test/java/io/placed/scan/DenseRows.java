package io.placed.scan;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Tables with far more values, or longer ones, than their files have bytes. */
enum DenseRows {
  EQUAL_NUMBERS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: int64, a: double, b: int32, c: decimal(38, 5), d: timestamp");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      return new Object[] {i / 100_000, 1.5, null, null, null};
    }
  },
  EQUAL_TEXTS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: string, s: string, b: binary");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      return new Object[] {"k", "x".repeat(3000), new byte[1000]};
    }
  },
  LONG_TEXTS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: int32, s: string");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      return new Object[] {(int) i, "abc".repeat(random.nextInt(1 << random.nextInt(21)))};
    }
  },
  FEW_TEXTS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: string, s: string");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      int n = random.nextInt(50);
      return new Object[] {"n" + n, Integer.toString(n).repeat(1000)};
    }
  },
  LONG_LISTS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: int32, l: list<int64>, m: list<list<boolean>>");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      int most = 1 << random.nextInt(17);
      List<Object> empties = Collections.nCopies(random.nextInt(most), List.of());
      return new Object[] {(int) i, Collections.nCopies(random.nextInt(most), 7L), empties};
    }
  },
  LARGE_MAPS {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: int32, m: map<int32, struct<a: string, b: list<int8>>>");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int n = random.nextInt(1 << random.nextInt(13)); n > 0; n--) {
        map.put(n, Arrays.asList("a", n % 3 == 0 ? null : List.of()));
      }
      return new Object[] {(int) i, map};
    }
  },
  MANY_COLUMNS {
    @Override
    Schema schema(Random random) {
      List<Field> fields = new ArrayList<>(List.of(Field.of("k", Type.INT64)));
      for (int c = 1 + random.nextInt(4000); c > 0; c--) {
        fields.add(Field.of("c" + c, random.nextBoolean() ? Type.INT16 : Type.STRING));
      }
      return Schema.of(fields);
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      Object[] row = new Object[schema.size()];
      row[0] = i;
      return row;
    }
  },
  DEEP_TYPES {
    @Override
    Schema schema(Random random) {
      Type type = Type.INT32;
      for (int depth = 1 + random.nextInt(80); depth > 0; depth--) {
        type = random.nextBoolean() ? Type.list(type) : Type.struct(Field.of("p", type));
      }
      return Schema.of(Field.of("k", Type.INT32), Field.of("t", type));
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      return new Object[] {(int) i, value(schema.field(1).type(), random)};
    }

    private static Object value(Type type, Random random) {
      return switch (type.kind()) {
        case LIST -> Collections.nCopies(1, value(type.children().get(0).type(), random));
        case STRUCT -> new Object[] {value(type.children().get(0).type(), random)};
        default -> random.nextInt(9);
      };
    }
  },
  NOISE {
    @Override
    Schema schema(Random random) {
      return Schema.parse("k: int64, d: double, s: string");
    }

    @Override
    Object[] row(Schema schema, Random random, long i) {
      String text = Long.toString(random.nextLong(), 36).repeat(random.nextInt(3));
      return new Object[] {random.nextLong(), random.nextGaussian(), text};
    }
  };

  /** Raw bytes of a batch, about: the writer has them in the heap, too. */
  private static final long BATCH_BYTES = 4 << 20;

  abstract Schema schema(Random random);

  abstract Object[] row(Schema schema, Random random, long i);

  /** Rows from one on, as many as fit into a batch. */
  final Batch batch(Schema schema, Random random, long from, long most) {
    Batch batch = Batch.of(schema);
    while (batch.rows() < Math.min(most, 100_000) && batch.memoryBytes() < BATCH_BYTES) {
      batch.appendRow(row(schema, random, from + batch.rows()));
    }
    return batch;
  }
}
