package io.placed.spark.combinations;

import java.util.List;
import java.util.Random;

/**
 * A change of a table. Its details follow from the seed and the current columns, so that a history
 * can be repeated without some of its steps.
 */
record Step(Kind kind, long seed) {
  enum Kind {
    INSERT,
    INSERT_FROM_ITSELF,
    OVERWRITE_BY_ITSELF,
    OVERWRITE_BY_PAST,
    APPEND_NARROWER_TYPES,
    APPEND_OTHER_COLUMNS,
    RENAME,
    DROP,
    ADD,
    ADD_AGAIN,
    ADD_WITH_DEFAULT,
    CHANGE_FIELD,
    MOVE,
    WIDEN,
    SWAP_NAMES,
    DELETE,
    DELETE_FEW,
    UPDATE,
    MERGE,
    OVERWRITE_PARTITIONS,
    REPLACE_WHERE,
    DROP_PARTITION,
    REWRITE,
    OPTIMIZE,
    VACUUM,
    ROLLBACK,
    MAX_DELETED_SHARE,
    SET_PARTITIONING,
    FOREIGN_FILE,
    ALTER_DURING_WRITE,
    TAG,
    STREAM
  }

  private static final List<Kind> OFTEN =
      List.of(
          Kind.INSERT,
          Kind.INSERT,
          Kind.INSERT,
          Kind.RENAME,
          Kind.MOVE,
          Kind.ADD,
          Kind.ADD_WITH_DEFAULT,
          Kind.CHANGE_FIELD,
          Kind.DELETE,
          Kind.DELETE_FEW,
          Kind.SET_PARTITIONING,
          Kind.ALTER_DURING_WRITE,
          Kind.STREAM);

  static Step random(Random random) {
    Kind[] all = Kind.values();
    int n = random.nextInt(all.length + OFTEN.size());
    return new Step(n < all.length ? all[n] : OFTEN.get(n - all.length), random.nextLong());
  }
}
