package io.placed.expression;

/** Lengths of strings in characters. */
final class StringLengths extends Operation {
  private final Operation operand;

  StringLengths(Operation operand) {
    this.operand = operand;
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    ExpressionValues in = operand.values(rows);
    out.presence(in.present());
    long[] to = out.startLongs(rows.count);
    byte[] arena = in.arena();
    for (int k = 0; k < rows.count; k++) {
      int n = 0;
      if (in.isPresent(k)) {
        int end = in.starts()[k] + in.lengths()[k];
        for (int i = in.starts()[k]; i < end; i += bytes(arena[i] & 0xFF)) {
          n++;
        }
      }
      to[k] = n;
    }
    return out;
  }

  /** How long a character is that starts with this byte; 1 if none does (RFC 3629, section 4). */
  private static int bytes(int first) {
    if (first < 0xC2 || first > 0xF4) {
      return 1;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  }
}
