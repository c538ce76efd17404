package io.placed.experiments;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How experiments are run.
 *
 * @param quick tables so small and values so few that everything takes minutes
 * @param scale of the tables; null = the experiment's default
 * @param runs repetitions that count
 * @param knobs values that were chosen, by the knob's name
 * @param data where tables are kept
 * @param results file that results are appended to
 * @param cold how the page cache is emptied
 * @param hdfs where tables on HDFS are kept; null = on a cluster of our own in this process
 * @param tables directory of CSV files with real data; null = generated ones only
 * @param fresh whether cells that are in the file are measured again
 * @param budgetNanos time after which no other cell is begun
 * @param command as the user gave it, for the record
 */
public record RunSettings(
    boolean quick,
    Double scale,
    int runs,
    Map<String, List<String>> knobs,
    Path data,
    Path results,
    Device.Cold cold,
    String hdfs,
    Path tables,
    boolean fresh,
    long budgetNanos,
    String command) {}
