package io.placed.cli;

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

/** Which state of a data set is meant. */
final class SnapshotOptions {
  @ArgGroup private Choice choice = new Choice();

  private static final class Choice {
    @Option(
        names = "--snapshot",
        paramLabel = "ID",
        description = "The data set as this snapshot has it; 'placed snapshots' lists them.")
    private Long snapshot;

    @Option(
        names = "--as-of",
        paramLabel = "TIME",
        converter = TimeConverter.class,
        description =
            "The data set as it was then: 2026-01-31T12:00:00Z, or without a zone in the local one,"
                + " 2026-01-31T12:00 or 2026-01-31.")
    private Instant asOf;
  }

  Moment moment() {
    return new Moment(choice.snapshot, choice.asOf);
  }

  /** Reads a time; one without a zone is of the local zone. */
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
            "'" + text + "' is no time such as 2026-01-31T12:00:00Z or 2026-01-31");
      }
    }
  }
}
