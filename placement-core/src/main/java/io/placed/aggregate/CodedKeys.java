package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import java.util.Arrays;

/**
 * The groups of rows whose keys are all codes of dictionaries: the codes of a row are one number,
 * and the group of each such number is looked for once.
 */
final class CodedKeys {
  /** Combinations of codes, beyond which an array of them would leave the first cache. */
  private static final int MAX_COMBINATIONS = 1 << 12;

  /** Finds the group of a combination that was not met before. */
  interface Finder {
    int groupOf(BytesColumn[] dictionaries, int[] codes);
  }

  private final Finder finder;
  private final ExpressionValues[] values;

  /** Those of which the table speaks; null before the first rows. */
  private final BytesColumn[] dictionaries;

  /** Of one combination. */
  private final int[] codes;

  /** Group by combination; {@link GroupedRows#NONE} = not met yet. */
  private final int[] table = new int[MAX_COMBINATIONS];

  private int[] places = new int[0];
  private int[] scratch = new int[0];

  CodedKeys(int keys, Finder finder) {
    this.finder = finder;
    values = new ExpressionValues[keys];
    dictionaries = new BytesColumn[keys];
    codes = new int[keys];
  }

  /** Forgets all groups. */
  void clear() {
    Arrays.fill(dictionaries, null);
  }

  /** Whether the keys of these rows are codes of few combinations. */
  @SuppressWarnings("ReferenceEquality")
  boolean areIn(GroupedRows rows) {
    long combinations = 1;
    boolean known = true;
    for (int k = 0; k < values.length; k++) {
      values[k] = rows.values(k);
      BytesColumn dictionary = values[k].dictionary();
      if (dictionary == null) {
        return false;
      }
      combinations *= dictionary.size() + 1;
      if (combinations > MAX_COMBINATIONS) {
        return false;
      }
      known &= dictionary == dictionaries[k];
    }
    if (!known) {
      for (int k = 0; k < values.length; k++) {
        dictionaries[k] = values[k].dictionary();
      }
      Arrays.fill(table, 0, (int) combinations, GroupedRows.NONE);
    }
    return true;
  }

  /** Writes the group of each of the rows last asked about. */
  void groupsOf(int n, int[] groups) {
    int[] at = combine(n);
    for (int i = 0; i < n; i++) {
      int group = table[at[i]];
      groups[i] = group == GroupedRows.NONE ? find(at[i]) : group;
    }
  }

  private int[] combine(int n) {
    if (values.length == 1) {
      return codes(0, n);
    }
    if (places.length < n) {
      places = new int[n];
    }
    System.arraycopy(codes(0, n), 0, places, 0, n);
    for (int k = 1; k < values.length; k++) {
      int[] more = codes(k, n);
      int size = dictionaries[k].size() + 1;
      for (int i = 0; i < n; i++) {
        places[i] = places[i] * size + more[i];
      }
    }
    return places;
  }

  /** Of a key; missing values have one behind those of all values. */
  private int[] codes(int key, int n) {
    int[] stored = values[key].codes();
    long[] present = values[key].present();
    if (present == null) {
      return stored;
    }
    if (scratch.length < n) {
      scratch = new int[n];
    }
    System.arraycopy(stored, 0, scratch, 0, n);
    Bits.putWhereClear(scratch, present, n, dictionaries[key].size());
    return scratch;
  }

  private int find(int combination) {
    int rest = combination;
    for (int k = values.length - 1; k >= 0; k--) {
      int size = dictionaries[k].size() + 1;
      codes[k] = rest % size;
      rest /= size;
    }
    int group = finder.groupOf(dictionaries, codes);
    table[combination] = group;
    return group;
  }
}
