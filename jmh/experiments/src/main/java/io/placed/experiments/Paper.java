package io.placed.experiments;

/** Where experiments come from. */
public enum Paper {
  PLACEMENT(
      "Huai et al., Understanding Insights into the Basic Structure and Essential Issues of Table"
          + " Placement Methods in Clusters, VLDB 2013"),
  FORMATS(
      "Liu et al., A Deep Dive into Common Open Formats for Analytical DBMSs, PVLDB 16(11), 2023"),
  WIDE("How Good is Parquet for Wide Tables (Machine Learning Workloads) Really?, 2024"),
  ALBIS(
      "SQL Performance: Part 1 - Input File Formats, Crail project, 2018, with Trivedi et al.,"
          + " Albis, USENIX ATC 2018"),
  FLARE("Flare and Parquet, with Essertel et al., Flare, OSDI 2018"),
  OWN("Placed: of no paper, but what it aims at");

  private final String text;

  Paper(String text) {
    this.text = text;
  }

  /** Authors, name, place, year. */
  public String text() {
    return text;
  }
}
