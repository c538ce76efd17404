/*
 * Commits beside a vacuum that removes the files of unfinished commits: docs/data-sets.md, "Vacuum".
 * Alloy 6; CommitModelTest runs every command and compares what it finds with `expect`.
 *
 * Each process can stop between any two steps and go on at any later time. A step reads one file,
 * lists the log, creates one file or removes one file. Nothing is known of clocks: a vacuum may take
 * any unfinished commit for an old one.
 */
module commit

open util/ordering[Number] as numbers

/** Of snapshots. */
sig Number {}

/** A commit of one file, which it appends to the table. */
sig Writer {
  var at: one Step,
  /** The snapshot that the write was planned on. */
  var planned: lone Number,
  /** The latest snapshot that it has read; its own would be the next. */
  var read: lone Number
}

one sig Vacuum {
  var does: one Step,
  /** Commits whose files it has found, and that no snapshot that it had read lists. */
  var old: set Writer,
  var newest: lone Number,
  /** Files that it has decided to remove. */
  var doomed: set Writer
}

/** A writer: Idle, Planned, Written, Read, Checked, Done or Failed. The vacuum: Idle, Found, Read, Cleaned, Removing. */
enum Step { Idle, Planned, Written, Read, Checked, Done, Failed, Found, Cleaned, Removing }

one sig Store {
  /** Files, each named after its only writer. */
  var files: set Writer,
  var claims: set Writer,
  var snapshots: set Number,
  /** What snapshots list. */
  var lists: Number -> Writer,
  /** Snapshots of vacuums, in which readers find that files were about to be removed. */
  var cleanups: set Number
}

/** What an implementation might forget; at most one of them. */
abstract lone sig Flaw {}
lone sig NoClaimCheck, NoFileCheck, NoCleanupSnapshot, NoSecondLook, OverwritesSnapshots extends Flaw {}

fun latest : lone Number { max[Store.snapshots] }

pred unchangedStore { Store.files' = Store.files and Store.claims' = Store.claims and unchangedLog }
pred unchangedLog {
  Store.snapshots' = Store.snapshots and Store.lists' = Store.lists and Store.cleanups' = Store.cleanups
}
pred otherWritersStay[w: Writer] {
  all o: Writer - w | o.at' = o.at and o.planned' = o.planned and o.read' = o.read
}
pred writersStay { all w: Writer | w.at' = w.at and w.planned' = w.planned and w.read' = w.read }
pred vacuumStays {
  Vacuum.does' = Vacuum.does and Vacuum.old' = Vacuum.old
  Vacuum.newest' = Vacuum.newest and Vacuum.doomed' = Vacuum.doomed
}

pred init {
  Writer.at = Idle and no Writer.planned and no Writer.read
  Vacuum.does = Idle and no Vacuum.old and no Vacuum.newest and no Vacuum.doomed
  no Store.files and no Store.claims and no Store.lists and no Store.cleanups
  Store.snapshots = numbers/first
}

/* ---- A writer ---- */

pred plan[w: Writer] {
  w.at = Idle and w.at' = Planned and w.planned' = latest and w.read' = w.read
  unchangedStore and vacuumStays and otherWritersStay[w]
}

pred write[w: Writer] {
  w.at = Planned and w.at' = Written and w.planned' = w.planned and w.read' = w.read
  Store.files' = Store.files + w and Store.claims' = Store.claims and unchangedLog
  vacuumStays and otherWritersStay[w]
}

pred readLatest[w: Writer] {
  w.at = Written and w.at' = Read and w.planned' = w.planned and w.read' = latest
  unchangedStore and vacuumStays and otherWritersStay[w]
}

pred cleanedSincePlan[w: Writer] { some c: Store.cleanups | lt[w.planned, c] and lte[c, w.read] }
pred claimed[w: Writer] { w in Store.claims and no NoClaimCheck }
pred missing[w: Writer] { w not in Store.files and no NoFileCheck }

/** If a vacuum has cleaned up since the plan: is there a claim, is the file still there? */
pred look[w: Writer] {
  w.at = Read and w.planned' = w.planned and w.read' = w.read
  w.at' = ((cleanedSincePlan[w] and (claimed[w] or missing[w])) => Failed else Checked)
  unchangedStore and vacuumStays and otherWritersStay[w]
}

/** Creates the next snapshot, if it is not there. */
pred put[w: Writer] {
  w.at = Checked and some w.read.next and w.planned' = w.planned and w.read' = w.read
  Store.files' = Store.files and Store.claims' = Store.claims and Store.cleanups' = Store.cleanups
  let n = w.read.next |
    (n in Store.snapshots and no OverwritesSnapshots)
      => (w.at' = Written and Store.snapshots' = Store.snapshots and Store.lists' = Store.lists)
      else (w.at' = Done and Store.snapshots' = Store.snapshots + n
        and Store.lists' = (Store.lists - n -> Writer) + n -> (w.read.(Store.lists) + w))
  vacuumStays and otherWritersStay[w]
}

/* ---- The vacuum ---- */

/** Lists the directory and the log, in any order and at any time before it claims. */
pred find {
  Vacuum.does = Idle and Vacuum.does' = Found
  Vacuum.old' in Store.files - latest.(Store.lists) and some Vacuum.old'
  Vacuum.newest' = Vacuum.newest and Vacuum.doomed' = Vacuum.doomed
  unchangedStore and writersStay
}

pred claim {
  Vacuum.does = Found and some Vacuum.old - Store.claims
  some w: Vacuum.old - Store.claims | Store.claims' = Store.claims + w
  Store.files' = Store.files and unchangedLog and vacuumStays and writersStay
}

pred readToClean {
  Vacuum.does = Found and Vacuum.old in Store.claims
  Vacuum.does' = (some NoCleanupSnapshot => Cleaned else Read) and Vacuum.newest' = latest
  Vacuum.old' = Vacuum.old and Vacuum.doomed' = Vacuum.doomed
  unchangedStore and writersStay
}

/** A snapshot that changes nothing. */
pred clean {
  Vacuum.does = Read and some Vacuum.newest.next
  Store.files' = Store.files and Store.claims' = Store.claims
  let n = Vacuum.newest.next |
    n in Store.snapshots
      => (Vacuum.does' = Found and unchangedLog)
      else (Vacuum.does' = Cleaned and Store.snapshots' = Store.snapshots + n
        and Store.lists' = Store.lists + n -> Vacuum.newest.(Store.lists) and Store.cleanups' = Store.cleanups + n)
  Vacuum.old' = Vacuum.old and Vacuum.newest' = Vacuum.newest and Vacuum.doomed' = Vacuum.doomed
  writersStay
}

/** Reads the log again: what it lists by now stays. */
pred decide {
  Vacuum.does = Cleaned and Vacuum.does' = Removing and Vacuum.old' = Vacuum.old and Vacuum.newest' = latest
  Vacuum.doomed' = (some NoSecondLook => Vacuum.old else Vacuum.old - latest.(Store.lists))
  unchangedStore and writersStay
}

pred remove {
  Vacuum.does = Removing and Vacuum.does' = Vacuum.does and some Vacuum.doomed
  Vacuum.old' = Vacuum.old and Vacuum.newest' = Vacuum.newest
  some w: Vacuum.doomed | Vacuum.doomed' = Vacuum.doomed - w and Store.files' = Store.files - w
  Store.claims' = Store.claims and unchangedLog and writersStay
}

/** A later vacuum removes the claims of commits that have no files. */
pred forget {
  Vacuum.does = Removing and no Vacuum.doomed and some Store.claims - Store.files
  some w: Store.claims - Store.files | Store.claims' = Store.claims - w
  Store.files' = Store.files and unchangedLog and vacuumStays and writersStay
}

pred nothing { unchangedStore and writersStay and vacuumStays }

fact behaviour {
  init
  always (nothing or find or claim or readToClean or clean or decide or remove or forget
    or some w: Writer | plan[w] or write[w] or readLatest[w] or look[w] or put[w])
}

/* ---- What must hold ---- */

/** Whatever a snapshot lists exists. */
pred nothingListedIsRemoved { always Store.snapshots.(Store.lists) in Store.files }

/** A commit that succeeded is in the latest snapshot from then on. */
pred noCommitIsLost { always all w: Writer | w.at = Done implies w in latest.(Store.lists) }

/** A commit that failed is in no snapshot. */
pred failedIsFailed { always all w: Writer | w.at = Failed implies w not in Store.snapshots.(Store.lists) }

assert Safe { no Flaw implies nothingListedIsRemoved and noCommitIsLost and failedIsFailed }

/** The model is no trivial one: a commit that a vacuum took for an old one can succeed, and can fail. */
run CommitsBesideACleanup { no Flaw and eventually (some w: Writer | w.at = Done and some Store.cleanups and w in Vacuum.old) }
  for 2 but 4 Number, 13 steps expect 1
run VacuumWins { no Flaw and eventually Failed in Writer.at } for 2 but 4 Number, 13 steps expect 1

check Safe for 2 but 4 Number, 13 steps expect 0

/* Each flaw is found. */
check WithoutFileCheck { some NoFileCheck implies nothingListedIsRemoved } for 2 but 4 Number, 13 steps expect 1
check WithoutClaims { some NoClaimCheck implies nothingListedIsRemoved } for 2 but 4 Number, 13 steps expect 1
check WithoutCleanup { some NoCleanupSnapshot implies nothingListedIsRemoved } for 2 but 4 Number, 13 steps expect 1
check WithoutSecondLook { some NoSecondLook implies nothingListedIsRemoved } for 2 but 4 Number, 13 steps expect 1
check WithoutPutIfAbsent { some OverwritesSnapshots implies noCommitIsLost } for 2 but 4 Number, 13 steps expect 1
