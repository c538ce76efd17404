package io.placed.write.derive;

import io.placed.encoding.DerivationPrice;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.Profile;
import io.placed.encoding.derived.Derivation;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Decides which columns of a file are stored as functions of others, on the first page with enough
 * rows; while none is found, also on the first pages of some later row groups. A page is stored
 * without derivation if that is smaller.
 */
public final class DerivedColumns {
  /** Number of attempts on data without relations. */
  private static final int MAX_LOOKS = 4;

  private final Schema schema;
  private final EncodingOptions options;
  private final boolean wanted;
  private final Derivation[] perColumn;
  private boolean found;
  private int looks;

  /**
   * @param options of the encodings that derived columns are compared with
   */
  public DerivedColumns(Schema schema, EncodingOptions options, boolean rowMajor) {
    this.schema = schema;
    this.options = options;
    this.wanted = options.profile() != Profile.FAST && !rowMajor;
    this.perColumn = new Derivation[schema.size()];
  }

  /** Called with the first page of a row group before it is encoded. */
  public void lookAt(Batch batch, int from, int count) {
    if (wanted && !found && looks < MAX_LOOKS && RelationFinder.suffices(count)) {
      looks++;
      boolean cheapParents = options.profile() != Profile.COMPACT;
      Derivation[] now = RelationFinder.find(schema, batch, from, count, cheapParents);
      System.arraycopy(now, 0, perColumn, 0, now.length);
      for (int c = 0; c < perColumn.length; c++) {
        if (perColumn[c] != null && !pays(c, batch, from, count)) {
          perColumn[c] = null;
        }
      }
      found = Arrays.stream(perColumn).anyMatch(Objects::nonNull);
    }
  }

  /** The search only estimates; this encodes the page. */
  private boolean pays(int c, Batch batch, int from, int count) {
    return DerivationPrice.Comparison.of(
            batch.column(c), from, count, perColumn[c], parents(c, batch), options)
        .pays(options.profile());
  }

  /** Null for a column that is not derived. */
  public Derivation of(int column) {
    return perColumn[column];
  }

  /** The columns of the batch that a column is a function of. */
  public List<Column> parents(int column, Batch batch) {
    List<Column> parents = new ArrayList<>(2);
    if (perColumn[column] != null) {
      for (Derivation.Parent p : perColumn[column].parents()) {
        parents.add(batch.column(schema.indexOf(p.name())));
      }
    }
    return parents;
  }

  public Derivation[] perColumn() {
    return perColumn;
  }
}
