package io.placed.cli.input;

import io.placed.cli.store.Moment;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for time travel. */
public final class SnapshotOptions {
  @ArgGroup private Choice choice = new Choice();

  private static final class Choice {
    @Option(
        names = "--snapshot",
        paramLabel = "ID",
        description =
            "This snapshot of a data set, a number or a tag; 'placed snapshots' lists them.")
    private String snapshot;

    @Option(
        names = "--as-of",
        paramLabel = "TIME",
        converter = TimeConverter.class,
        description =
            "The data set as of this time: 2026-01-31T12:00:00Z, or in the local time zone"
                + " 2026-01-31T12:00 or 2026-01-31.")
    private Instant asOf;
  }

  public Moment moment() {
    return new Moment(choice.snapshot, choice.asOf);
  }

  /** Parses a timestamp, in the local time zone unless it has one. */
  static final class TimeConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      String iso = text.strip().replace(' ', 'T');
      try {
        if (iso.indexOf('T') < 0) {
          return LocalDate.parse(iso).atStartOfDay(ZoneId.systemDefault()).toInstant();
        }
        boolean zone = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
        return zone
            ? OffsetDateTime.parse(iso).toInstant()
            : LocalDateTime.parse(iso).atZone(ZoneId.systemDefault()).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a timestamp such as 2026-01-31T12:00:00Z or 2026-01-31");
      }
    }
  }
}
