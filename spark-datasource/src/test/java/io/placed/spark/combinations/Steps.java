package io.placed.spark.combinations;

import java.util.Random;

/** Applies steps to the table, and to the model with Spark's own operators. */
final class Steps {
  private Steps() {}

  /**
   * @return a description in SQL or similar; null if the step is not applicable to the table
   */
  static String apply(ModelTable table, Step step) throws Exception {
    Random random = new Random(step.seed());
    ColumnSteps columns = new ColumnSteps(table, random);
    RowSteps rows = new RowSteps(table, random);
    FileSteps files = new FileSteps(table, random);
    return switch (step.kind()) {
      case INSERT -> rows.insert();
      case INSERT_FROM_ITSELF -> rows.insertFromItself();
      case OVERWRITE_BY_ITSELF -> rows.overwriteByItself();
      case OVERWRITE_BY_PAST -> files.overwriteByPast();
      case APPEND_NARROWER_TYPES -> rows.appendNarrowerTypes();
      case APPEND_OTHER_COLUMNS -> rows.appendOtherColumns();
      case RENAME -> columns.rename();
      case DROP -> columns.drop();
      case ADD -> columns.add(RandomNames.fresh(table, random));
      case ADD_AGAIN -> columns.addAgain();
      case ADD_WITH_DEFAULT -> columns.addWithDefault();
      case CHANGE_FIELD -> new FieldSteps(table, random).change();
      case MOVE -> columns.move();
      case WIDEN -> columns.widen();
      case SWAP_NAMES -> columns.swapNames();
      case DELETE -> rows.delete();
      case DELETE_FEW -> rows.deleteFew();
      case UPDATE -> rows.update();
      case MERGE -> rows.merge();
      case OVERWRITE_PARTITIONS -> rows.overwritePartitions();
      case REPLACE_WHERE -> rows.replaceWhere();
      case DROP_PARTITION -> rows.dropPartition();
      case REWRITE -> files.rewrite();
      case OPTIMIZE -> files.optimize();
      case VACUUM -> files.vacuum();
      case ROLLBACK -> files.rollback();
      case MAX_DELETED_SHARE -> files.maxDeletedShare();
      case SET_PARTITIONING -> new PartitionSteps(table, random).change();
      case FOREIGN_FILE -> files.foreignFile();
      case ALTER_DURING_WRITE -> new ConcurrentAlteration(table, random).run();
      case TAG -> files.tag();
      case STREAM -> new StreamSteps(table, random).append();
    };
  }
}
