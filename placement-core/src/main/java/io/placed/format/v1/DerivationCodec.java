package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.encoding.derived.Derivation;
import io.placed.error.MalformedDataException;
import java.util.ArrayList;
import java.util.List;

/**
 * The encoding of a derivation in a column record.
 *
 * <pre>
 * derivation := function:u8 divisor:varint scale:u8 parent{parents of the function}
 * parent     := name:string scale:u8
 * </pre>
 */
final class DerivationCodec {
  private DerivationCodec() {}

  static void write(Derivation derivation, ByteWriter out) {
    out.u8(derivation.function().id()).varint(derivation.divisor()).u8(derivation.scale());
    for (Derivation.Parent p : derivation.parents()) {
      out.string(p.name()).u8(p.scale());
    }
  }

  static Derivation read(ByteReader in) {
    try {
      Derivation.Function function = Derivation.Function.fromId(in.u8());
      long divisor = in.varintLong("divisor of a derivation", Long.MAX_VALUE);
      int scale = in.u8();
      List<Derivation.Parent> parents = new ArrayList<>();
      for (int p = 0; p < function.parents(); p++) {
        String name = in.string("the name of a parent");
        parents.add(new Derivation.Parent(name, in.u8()));
      }
      return new Derivation(function, divisor, scale, parents);
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException(e.getMessage(), e);
    }
  }
}
