package io.placed.encoding.derived;

import io.placed.encoding.spi.Encoding;
import io.placed.schema.Storage;
import java.util.EnumSet;
import java.util.Set;

/**
 * Values as a function of other columns plus a residual. Allowed only for the values of a page,
 * which opens a {@link DerivedDecoder} with the columns.
 *
 * <pre>
 * derived := [map]                                if the function is a map, see {@link ValueMap}
 *            [size:u32 strings: BYTES array(size)]
 *                                            if the values are byte strings
 *            [factors: LONG array(n)]             if the function has a factor
 *            residuals: LONG array(n)
 *            orphans:u16 {vectors}  exceptions:u16 {vectors}
 *            orphan values: LONG array(sum of orphans)
 *            [position:u16 {sum of exceptions}  exception values: array(sum of exceptions)]
 *                                            if there are exceptions
 * </pre>
 *
 * A value is the function of its parents plus its residual. An orphan is a value that is not null
 * while a parent is null or has no integer: its integer is the next of the orphan values; a map has
 * none. The integer of a byte string is its number in the strings of the page. An exception
 * replaces the value at its position in its vector; only floating-point columns have exceptions.
 */
public final class DerivedEncoding extends Encoding {
  public static final int ID = 15;

  static final String NAME = "derived";

  public DerivedEncoding() {
    super(ID, NAME, null);
  }

  @Override
  public Set<Storage> storages() {
    return EnumSet.of(Storage.INT, Storage.LONG, Storage.FLOAT, Storage.DOUBLE, Storage.BYTES);
  }
}
