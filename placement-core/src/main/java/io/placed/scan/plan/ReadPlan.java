package io.placed.scan.plan;

import io.placed.format.v1.StoredPart;
import io.placed.io.ReadPlanner;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.ScanStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The planned I/O of a scan, computed without reading data.
 *
 * @param rowGroups row groups in the requested range
 * @param parts needed pages and dictionaries, repeated if fetched repeatedly
 * @param requests read requests for them, in order
 */
public record ReadPlan(List<PlannedRowGroup> rowGroups, List<Part> parts, List<Request> requests) {

  /**
   * A row group and its pages to be read.
   *
   * @param allPages number of its pages
   * @param pages numbers of the pages that are not skipped; empty = the row group is skipped
   */
  public record PlannedRowGroup(int number, int allPages, List<Integer> pages) {}

  /** A page or dictionary. */
  public record Part(int rowGroup, int file, long offset, int length) {
    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }
  }

  /**
   * One read request.
   *
   * @param needed bytes of needed parts in it
   */
  public record Request(int file, long offset, int length, int needed) {
    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }
  }

  /** The plan of a scan with these steps. */
  public static ReadPlan of(List<ScanStep> steps, PageFetcher fetcher) throws IOException {
    List<PlannedRowGroup> groups = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    List<Request> requests = new ArrayList<>();
    List<Integer> pages = List.of();
    for (ScanStep s : steps) {
      if (s.beginsRowGroup()) {
        pages = new ArrayList<>();
        groups.add(new PlannedRowGroup(s.rowGroup(), s.allPages(), pages));
      }
      Arrays.stream(s.pages()).forEach(pages::add);
      for (PageFetcher.Wanted w : s.parts()) {
        StoredPart p = w.part();
        parts.add(new Part(s.rowGroup(), w.file(), p.offset(), p.length()));
      }
      for (var inFile : fetcher.requests(s.parts()).entrySet()) {
        int f = inFile.getKey();
        for (ReadPlanner.Request r : inFile.getValue()) {
          requests.add(new Request(f, r.offset(), r.length(), r.needed()));
        }
      }
    }
    return new ReadPlan(groups, parts, requests);
  }

  /** Bytes of needed parts. */
  public long bytesNeeded() {
    return parts.stream().mapToLong(Part::length).sum();
  }

  /** Bytes of all requests. */
  public long bytesRead() {
    return requests.stream().mapToLong(Request::length).sum();
  }
}
