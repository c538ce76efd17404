package io.placed.advise;

/** Is told how far an adviser is. Called by one thread at a time. */
public interface AdvisorProgress {
  /** Ignores all. */
  AdvisorProgress NONE = (stage, done, all) -> {};

  /** The steps, in order. */
  enum Stage {
    SAMPLE("sampling rows"),
    RANK("ranking candidates"),
    SCAN("scanning columns"),
    SIZES("writing pages of the best candidates"),
    CHOOSE("choosing");

    private final String text;

    Stage(String text) {
      this.text = text;
    }

    /** For display. */
    public String text() {
      return text;
    }
  }

  /**
   * @param done of the units of the stage: rows, or candidates
   * @param all total of the units
   */
  void at(Stage stage, long done, long all);
}
