package io.placed.aggregate;

import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import java.util.List;

/**
 * Numbers the combinations of values of some expressions: those of each are numbered, then pairs of
 * numbers one after the other.
 */
final class GroupKeys {
  private final KeyNumbers[] keys;

  /** Pair k is of what comes before key k + 1 and that key. */
  private final PairNumbers[] pairs;

  private final CodedKeys coded;
  private int[] groups = new int[0];
  private int[] next = new int[0];

  GroupKeys(List<Type> types) {
    keys = types.stream().map(KeyNumbers::of).toArray(KeyNumbers[]::new);
    pairs = new PairNumbers[keys.length - 1];
    for (int k = 0; k < pairs.length; k++) {
      pairs[k] = new PairNumbers();
    }
    coded = new CodedKeys(keys.length, this::groupOf);
  }

  /** Above the numbers of all groups. */
  int limit() {
    int count = pairs.length == 0 ? keys[0].count() : pairs[pairs.length - 1].count();
    return count + 1;
  }

  /** Of the groups that are there. */
  long memoryBytes() {
    long bytes = 0;
    for (KeyNumbers key : keys) {
      bytes += key.memoryBytes();
    }
    for (PairNumbers pair : pairs) {
      bytes += pair.memoryBytes();
    }
    return bytes;
  }

  void clear() {
    for (KeyNumbers key : keys) {
      key.clear();
    }
    for (PairNumbers pair : pairs) {
      pair.clear();
    }
    coded.clear();
  }

  /**
   * The group of each row, until the next call.
   *
   * @param rows whose values are asked for
   * @param wanted bits of the rows that count, null = all; others come to {@link GroupedRows#NONE}
   */
  int[] groupsOf(GroupedRows rows, int n, long[] wanted) {
    if (groups.length < n) {
      groups = new int[n];
      next = new int[n];
    }
    if (coded.areIn(rows)) {
      coded.groupsOf(n, groups);
    } else {
      number(rows, n);
    }
    if (wanted != null) {
      Bits.putWhereClear(groups, wanted, n, GroupedRows.NONE);
    }
    return groups;
  }

  private void number(GroupedRows rows, int n) {
    keys[0].number(rows.values(0), n, groups);
    int count = keys[0].count();
    for (int k = 0; k < pairs.length; k++) {
      keys[k + 1].number(rows.values(k + 1), n, next);
      pairs[k].number(groups, count, next, keys[k + 1].count(), n);
      count = pairs[k].count();
    }
    for (int i = 0; i < n; i++) {
      groups[i]++;
    }
  }

  /** The group of some values of dictionaries; a code behind the last value is a missing value. */
  private int groupOf(BytesColumn[] dictionaries, int[] codes) {
    int number = 0;
    for (int k = 0; k < keys.length; k++) {
      BytesColumn values = dictionaries[k];
      int next = codes[k] == values.size() ? 0 : keys[k].of(values, codes[k]);
      number = k == 0 ? next : pairs[k - 1].of(number, next);
    }
    return number + 1;
  }

  /** Appends the values of a group to the first columns of a batch. */
  void append(int group, Batch to) {
    int number = group - 1;
    for (int k = pairs.length; k > 0; k--) {
      to.column(k).appendRange(keys[k].values(), pairs[k - 1].second(number), 1);
      number = pairs[k - 1].first(number);
    }
    to.column(0).appendRange(keys[0].values(), number, 1);
  }
}
