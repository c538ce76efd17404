package io.placed.benchmarks.report;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error, or nothing. */
public final class Progress implements AutoCloseable {
  private static final int STEPS = 1000;
  private static final int INTERVAL_MILLIS = 200;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /**
   * @param shown false: nothing is printed
   */
  public static Progress start(String task, boolean shown) {
    if (!shown) {
      return new Progress(null);
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(STEPS)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(INTERVAL_MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(System.err))
            .clearDisplayOnFinish()
            .build());
  }

  /**
   * @param fraction done, from 0 to 1
   */
  public void set(double fraction, String message) {
    if (bar != null) {
      bar.stepTo(Math.round(Math.min(1, fraction) * STEPS));
      bar.setExtraMessage(message);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
