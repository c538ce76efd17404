package io.placed.encoding;

import java.util.List;

/** The schemes of every kind of values; of two that cost the same, the first one is taken. */
final class Schemes {
  private static final List<Scheme> INTEGERS =
      List.of(
          new RunLengthScheme(),
          new FrameOfReferenceScheme(),
          new PlainScheme(),
          new DeltaScheme(),
          new DividedScheme(),
          new FrequentScheme(),
          new PageDictionaryScheme());

  private static final List<Scheme> FLOATS =
      List.of(
          new RunLengthScheme(),
          new AlpScheme(),
          new PlainScheme(),
          new AlpRdScheme(),
          new FrequentScheme(),
          new PageDictionaryScheme());

  private static final List<Scheme> INT128 =
      List.of(
          new RunLengthScheme(),
          new NarrowScheme(),
          new SplitScheme(),
          new FrequentScheme(),
          new PageDictionaryScheme());

  private static final List<Scheme> STRINGS =
      List.of(
          new RunLengthScheme(),
          new PlainScheme(),
          new FrequentScheme(),
          new PageDictionaryScheme(),
          new FsstScheme(),
          new FrontCodingScheme());

  private Schemes() {}

  /** Those that may apply to such values. */
  static List<Scheme> of(PageValues values) {
    if (values instanceof IntegerValues i) {
      return i.floating() ? FLOATS : INTEGERS;
    }
    return values instanceof StringValues ? STRINGS : INT128;
  }
}
