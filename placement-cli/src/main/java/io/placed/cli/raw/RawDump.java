package io.placed.cli.raw;

import io.placed.error.CorruptFileException;
import io.placed.io.InputFile;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/** The dump of a file as text or JSON. */
public final class RawDump {
  private CorruptFileException first;

  /** The first damage; null if there was none. */
  public CorruptFileException damage() {
    return first;
  }

  /**
   * Prints the parts in turn.
   *
   * @return this
   */
  public RawDump text(InputFile file, RawOptions options, Consumer<String> out) throws IOException {
    out.accept("%s: %s%n".formatted(file.path(), Amounts.count(file.length(), "byte")));
    long left =
        RawFile.dump(
            file,
            options,
            new RawFile.Sink() {
              @Override
              public void part(RawPart part) {
                out.accept("\n" + RawText.of(part));
              }

              @Override
              public void damage(CorruptFileException e) {
                found(e);
                out.accept("   damaged at offset " + e.offset() + ": " + e.detail() + "\n");
              }
            });
    if (left > 0) {
      out.accept("\n… " + Amounts.count(left, "more page") + " (--all)\n");
    }
    return this;
  }

  /**
   * One page or dictionary with all of its bytes; empty if there is none.
   *
   * @param column null: of a column group with shared pages
   * @param sibling 0 = in the file itself
   */
  public static String page(InputFile file, String column, int sibling, long offset)
      throws IOException {
    StringBuilder out = new StringBuilder();
    RawFile.dump(
        file,
        RawOptions.page(column, offset),
        new RawFile.Sink() {
          @Override
          public void part(RawPart part) {
            boolean data = part.contents() != null;
            if (data && part.file() == sibling && part.offset() == offset) {
              out.append(RawText.of(part));
            }
          }

          @Override
          public void damage(CorruptFileException e) {
            out.append("damaged at offset ").append(e.offset()).append(": ").append(e.detail());
            out.append('\n');
          }
        });
    return out.toString();
  }

  /** The document of {@code --json}. */
  public Document json(InputFile file, RawOptions options) throws IOException {
    List<Part> parts = new ArrayList<>();
    List<Damage> damage = new ArrayList<>();
    long left =
        RawFile.dump(
            file,
            options,
            new RawFile.Sink() {
              @Override
              public void part(RawPart part) {
                parts.add(Part.of(part));
              }

              @Override
              public void damage(CorruptFileException e) {
                found(e);
                damage.add(new Damage(e.path(), e.offset(), e.detail()));
              }
            });
    return new Document(file.path(), file.length(), parts, left, damage);
  }

  private void found(CorruptFileException e) {
    first = first == null ? e : first;
  }

  public record Document(
      String path, long bytes, List<Part> parts, long pagesLeft, List<Damage> damage) {}

  record Damage(String path, long offset, String detail) {}

  /** A part; what it does not have is null. */
  record Part(
      String kind,
      int file,
      long offset,
      long length,
      Integer rowGroup,
      Integer columnGroup,
      Integer column,
      String name,
      Integer node,
      Integer page,
      String codec,
      Long rawBytes,
      String encoding,
      String checksum,
      boolean checksumMatches,
      List<Field> fields,
      String hex) {
    static Part of(RawPart p) {
      RawPart.Place at = p.place();
      RawPart.Contents c = p.contents();
      return new Part(
          p.kind(),
          p.file(),
          p.offset(),
          p.length(),
          at.rowGroup(),
          at.columnGroup(),
          at.column(),
          at.name(),
          at.node(),
          at.page(),
          c == null ? null : c.codec(),
          c == null ? null : c.rawBytes(),
          c == null ? null : c.encoding(),
          p.checksum(),
          p.checksumMatches(),
          p.fields().stream()
              .map(f -> new Field(p.offset() + f.offset(), f.length(), f.name(), f.value()))
              .toList(),
          HexFormat.of().formatHex(p.bytes()));
    }
  }

  record Field(long offset, int length, String name, String value) {}
}
