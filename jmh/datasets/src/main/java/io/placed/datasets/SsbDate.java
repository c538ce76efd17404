package io.placed.datasets;

import io.placed.schema.Schema;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** date: the 2,557 days of 1992 to 1998. */
final class SsbDate implements Generator {
  private static final long serialVersionUID = 1;

  private static final LocalDate FIRST = LocalDate.of(1992, 1, 1);
  private static final int DAYS = 2557;
  private static final Set<String> HOLIDAYS = Set.of("12-24", "12-25", "1-1", "7-4", "11-11");

  @Override
  public Schema schema() {
    return Schema.parse(
        "d_datekey: int32 not null, d_date: string not null, d_dayofweek: string not null,"
            + " d_month: string not null, d_year: int32 not null, d_yearmonthnum: int32 not null,"
            + " d_yearmonth: string not null, d_daynuminweek: int32 not null,"
            + " d_daynuminmonth: int32 not null, d_daynuminyear: int32 not null,"
            + " d_monthnuminyear: int32 not null, d_weeknuminyear: int32 not null,"
            + " d_sellingseason: string not null, d_lastdayinweekfl: int32 not null,"
            + " d_lastdayinmonthfl: int32 not null, d_holidayfl: int32 not null,"
            + " d_weekdayfl: int32 not null");
  }

  /** A day as yyyymmdd. */
  static int key(LocalDate day) {
    return day.getYear() * 10_000 + day.getMonthValue() * 100 + day.getDayOfMonth();
  }

  @Override
  public Iterator<Object[]> rows(int part, int parts) {
    return IntStream.range(0, part == 0 ? DAYS : 0)
        .mapToObj(i -> row(FIRST.plusDays(i)))
        .iterator();
  }

  private static Object[] row(LocalDate d) {
    String month = d.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    String shortMonth = month.substring(0, 3);
    // Sunday is the first day of a week.
    int inWeek = d.getDayOfWeek().getValue() % 7 + 1;
    return Generator.row(
        key(d),
        month + " " + d.getDayOfMonth() + ", " + d.getYear(),
        d.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH),
        month,
        d.getYear(),
        d.getYear() * 100 + d.getMonthValue(),
        shortMonth + d.getYear(),
        inWeek,
        d.getDayOfMonth(),
        d.getDayOfYear(),
        d.getMonthValue(),
        d.getDayOfYear() / 7 + 1,
        season(d.getMonthValue()),
        inWeek == 7 ? 1 : 0,
        d.getDayOfMonth() == d.lengthOfMonth() ? 1 : 0,
        HOLIDAYS.contains(d.getMonthValue() + "-" + d.getDayOfMonth()) ? 1 : 0,
        inWeek > 1 && inWeek < 7 ? 1 : 0);
  }

  private static String season(int month) {
    return switch (month) {
      case 11, 12 -> "Christmas";
      case 6, 7, 8 -> "Summer";
      case 9, 10 -> "Fall";
      case 3, 4, 5 -> "Spring";
      default -> "Winter";
    };
  }
}
