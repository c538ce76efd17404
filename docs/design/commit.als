/*
 * Commits and rollbacks beside a vacuum that expires snapshots and removes the files of unfinished commits:
 * docs/data-sets.md, "Vacuum" and "Rollback". Alloy 6; CommitModelTest runs every command and compares what it finds
 * with `expect`.
 *
 * Each process can stop between any two steps and go on at any later time. A step reads one file, lists the log,
 * creates one file or removes one file. Nothing is known of clocks: a vacuum may take any unfinished commit for an old
 * one, and any snapshot but the latest for one that may expire.
 *
 * Some steps are coarser than the engine, in which others may come between their reads: `look` asks for the claim and
 * for the file; `verify` and `verifyRollback` ask for the base, the latest and the next snapshot, and withdraw their
 * own if they have to; `readTarget` reads two snapshots and asks for each file of the older one; `find` lists files and
 * reads the log; `readToExpire`, `readToClean` and `decide` read all of the log; `expire` reads it again after a lost
 * race.
 */
module commit

open util/ordering[Number] as numbers

/** Of snapshots. */
sig Number {}

/** Of data. Each belongs to one commit. */
abstract sig File {}

/** A file that the first snapshot may have listed, and the second one not any more. */
one sig First extends File {}

/** A commit of one file, which it appends to the table. */
sig Writer extends File {
  var at: one Step,
  /** The snapshot that the write was planned on. */
  var planned: lone Number,
  /** The latest snapshot that it has read; its own would be the next. */
  var read: lone Number
}

/** A commit that lists the files of an older snapshot. */
sig Rollback {
  var stage: one Step,
  /** The snapshot that is restored. */
  var target: lone Number,
  /** The files of that snapshot, which it has read. */
  var restored: set File,
  var base: lone Number
}

one sig Vacuum {
  var does: one Step,
  /** Commits whose files it has found, and that no snapshot that it had read lists. */
  var old: set Writer,
  var newest: lone Number,
  /** The first snapshot that it retains. */
  var keeps: lone Number,
  /** Files that it has decided to remove. */
  var doomed: set File
}

/**
 * A writer: Idle, Planned, Written, Read, Checked, Put, PutLate, Done, Failed or Unknown. A rollback: Idle, Checked,
 * Put, PutLate, Done, Failed or Unknown. The vacuum: Idle; Found, Read, Cleaned for unfinished commits; Expiring,
 * Expired for snapshots; Removing for files.
 */
enum Step { Idle, Planned, Written, Read, Checked, Put, PutLate, Done, Failed, Unknown,
  Found, Cleaned, Expiring, Expired, Removing }

one sig Store {
  var files: set File,
  /** Of commits, each named after its only file. */
  var claims: set Writer,
  var snapshots: set Number,
  /** What snapshots list, also after they were removed. */
  var lists: Number -> File,
  /** The first snapshot that each one retains. */
  var from: Number -> Number,
  /** Snapshots of vacuums, in which readers find that files were about to be removed. */
  var cleanups: set Number
}

/** What an implementation might forget; at most one of them. */
abstract lone sig Flaw {}
lone sig NoClaimCheck, NoFileCheck, NoCleanupSnapshot, NoSecondLook, OverwritesSnapshots, NoExpirySnapshot,
  RestoresExpired, KeepsAsFound, NoLookForBase, RemovesLatestFirst extends Flaw {}

fun latest : lone Number { max[Store.snapshots] }

/** Snapshots that have not expired. Those below are of writers that were late, or are about to be removed. */
fun retained : set Number { { s: Store.snapshots | gte[s, latest.(Store.from)] } }

pred unchangedStore { Store.files' = Store.files and Store.claims' = Store.claims and unchangedLog }
pred unchangedLog { Store.snapshots' = Store.snapshots and unchangedLists }
pred unchangedLists {
  Store.lists' = Store.lists and Store.from' = Store.from and Store.cleanups' = Store.cleanups
}
pred writerStays[w: Writer] { w.at' = w.at and w.planned' = w.planned and w.read' = w.read }
pred rollbackStays[r: Rollback] {
  r.stage' = r.stage and r.target' = r.target and r.restored' = r.restored and r.base' = r.base
}
pred onlyWriter[w: Writer] {
  all o: Writer - w | writerStays[o]
  all r: Rollback | rollbackStays[r]
  vacuumStays
}
pred onlyRollback[r: Rollback] {
  all o: Rollback - r | rollbackStays[o]
  all w: Writer | writerStays[w]
  vacuumStays
}
pred onlyVacuum {
  all w: Writer | writerStays[w]
  all r: Rollback | rollbackStays[r]
}
pred vacuumStays { Vacuum.does' = Vacuum.does and vacuumKnows }
pred vacuumKnows {
  Vacuum.old' = Vacuum.old and Vacuum.newest' = Vacuum.newest
  Vacuum.keeps' = Vacuum.keeps and Vacuum.doomed' = Vacuum.doomed
}

pred init {
  (all w: Writer | w.at = Idle) and no Writer.planned and no Writer.read
  (all r: Rollback | r.stage = Idle) and no Rollback.target and no Rollback.restored and no Rollback.base
  Vacuum.does = Idle and no Vacuum.old and no Vacuum.newest and no Vacuum.keeps and no Vacuum.doomed
  no Store.claims and no Store.cleanups
  Store.from = Store.snapshots -> numbers/first
  // A new table, or one with a history.
  (Store.snapshots = numbers/first and no Store.files and no Store.lists)
    or (Store.snapshots = numbers/first + numbers/first.next and Store.files = First
      and Store.lists = numbers/first -> First)
}

/** A snapshot of these files is created under a number that is not there. */
pred created[n: Number, listed: set File, keeps: Number] {
  Store.snapshots' = Store.snapshots + n
  Store.lists' = (Store.lists - n -> File) + n -> listed
  Store.from' = (Store.from - n -> Number) + n -> keeps
}

/**
 * The same of a process that may have slept: if the number has expired, it is free again, and the snapshot is in a gap
 * below the latest, where nobody reads it.
 */
pred createdLate[n: Number] { Store.snapshots' = Store.snapshots + n and unchangedLists }

/* ---- A writer ---- */

pred plan[w: Writer] {
  w.at = Idle and w.at' = Planned and w.planned' = latest and w.read' = w.read
  unchangedStore and onlyWriter[w]
}

pred write[w: Writer] {
  w.at = Planned and w.at' = Written and w.planned' = w.planned and w.read' = w.read
  Store.files' = Store.files + w and Store.claims' = Store.claims and unchangedLog
  onlyWriter[w]
}

pred readLatest[w: Writer] {
  w.at = Written and w.at' = Read and w.planned' = w.planned and w.read' = latest
  unchangedStore and onlyWriter[w]
}

pred cleanedSincePlan[w: Writer] { some c: Store.cleanups | lt[w.planned, c] and lte[c, w.read] }
pred claimed[w: Writer] { w in Store.claims and no NoClaimCheck }
pred missing[w: Writer] { w not in Store.files and no NoFileCheck }

/** If a vacuum has cleaned up since the plan: is there a claim, is the file still there? */
pred look[w: Writer] {
  w.at = Read and w.planned' = w.planned and w.read' = w.read
  w.at' = ((cleanedSincePlan[w] and (claimed[w] or missing[w])) => Failed else Checked)
  unchangedStore and onlyWriter[w]
}

/** Creates the next snapshot, if it is not there. */
pred put[w: Writer] {
  w.at = Checked and some w.read.next and w.planned' = w.planned and w.read' = w.read
  Store.files' = Store.files and Store.claims' = Store.claims and Store.cleanups' = Store.cleanups
  let n = w.read.next |
    (n in Store.snapshots and no OverwritesSnapshots)
      => (w.at' = Written and unchangedLog)
      else (lt[n, latest] and n not in Store.snapshots)
        => (w.at' = PutLate and createdLate[n])
        else (w.at' = Put and created[n, w.read.(Store.lists) + w, w.read.(Store.from)])
  onlyWriter[w]
}

/** The answer of a process that has put snapshot n on base b: whether it is in the history. */
fun answer[b: Number, n: Number, late: Step] : Step {
  // A vacuum removes snapshots in ascending order: there is no gap after one that exists.
  (some NoLookForBase or b in Store.snapshots or n = latest) => Done
    // The next one says which commit it follows.
    else (n.next in Store.snapshots) => (late = Put => Done else Written) else Unknown
}

/** Withdraws a snapshot in a gap. */
pred verify[w: Writer] {
  w.at in Put + PutLate and w.planned' = w.planned and w.read' = w.read
  let n = w.read.next, is = answer[w.read, n, w.at] {
    w.at' = is
    Store.snapshots' = (is = Written => Store.snapshots - n else Store.snapshots)
  }
  Store.files' = Store.files and Store.claims' = Store.claims and unchangedLists
  onlyWriter[w]
}

/* ---- A rollback ---- */

/** Reads the latest snapshot, and the older one if the latest retains it. */
pred readTarget[r: Rollback] {
  r.stage = Idle and r.stage' = Checked and r.base' = latest
  some t: Store.snapshots {
    t in retained or some RestoresExpired
    lte[t, latest]
    r.target' = t
    r.restored' = t.(Store.lists)
  }
  r.restored' in Store.files // It asks for each of them.
  unchangedStore and onlyRollback[r]
}

pred putRollback[r: Rollback] {
  r.stage = Checked and some r.base.next
  Store.files' = Store.files and Store.claims' = Store.claims and Store.cleanups' = Store.cleanups
  r.target' = r.target and r.restored' = r.restored and r.base' = r.base
  let n = r.base.next |
    n in Store.snapshots
      => (r.stage' = Idle and unchangedLog)
      else lt[n, latest]
        => (r.stage' = PutLate and createdLate[n])
        else (r.stage' = Put and created[n, r.restored, r.base.(Store.from)])
  onlyRollback[r]
}

pred verifyRollback[r: Rollback] {
  r.stage in Put + PutLate
  r.target' = r.target and r.restored' = r.restored and r.base' = r.base
  let n = r.base.next, is = answer[r.base, n, r.stage] {
    r.stage' = (is = Written => Idle else is)
    Store.snapshots' = (is = Written => Store.snapshots - n else Store.snapshots)
  }
  Store.files' = Store.files and Store.claims' = Store.claims and unchangedLists
  onlyRollback[r]
}

/* ---- The vacuum: snapshots ---- */

/** Files that only snapshots before a number list, as far as the log is known. */
fun onlyExpired[keeps: Number, newest: Number] : set File {
  { s: Store.snapshots | lt[s, keeps] }.(Store.lists)
    - { s: Number | gte[s, keeps] and lte[s, newest] }.(Store.lists)
}

/** Reads the log, and decides which snapshots expire; the latest one stays. The vacuum before may have stopped. */
pred readToExpire {
  Vacuum.newest' = latest and no Vacuum.old'
  some k: retained {
    gt[k, latest.(Store.from)]
    Vacuum.keeps' = k
    Vacuum.doomed' = onlyExpired[k, latest]
  }
  Vacuum.does' = (some NoExpirySnapshot => Expired else Expiring)
  unchangedStore and onlyVacuum
}

/** A snapshot that changes nothing but what is retained. After a lost race it is tried again on the latest. */
pred expire {
  Vacuum.does = Expiring and some Vacuum.newest.next
  Vacuum.old' = Vacuum.old and Vacuum.keeps' = Vacuum.keeps
  Store.files' = Store.files and Store.claims' = Store.claims and Store.cleanups' = Store.cleanups
  let n = Vacuum.newest.next |
    n in Store.snapshots
      => (Vacuum.does' = Expiring and Vacuum.newest' = latest and Vacuum.doomed' = Vacuum.doomed and unchangedLog)
      else (Vacuum.does' = Expired and Vacuum.newest' = n and created[n, Vacuum.newest.(Store.lists), Vacuum.keeps]
        // What others restored before is retained.
        and Vacuum.doomed' = (some KeepsAsFound => Vacuum.doomed else onlyExpired[Vacuum.keeps, Vacuum.newest]))
  onlyVacuum
}

fun expired : set Number { { s: Store.snapshots | lt[s, Vacuum.keeps] } }

pred removeSnapshot {
  Vacuum.does = Expired and some expired and Vacuum.does' = Expired and vacuumKnows
  Store.snapshots' = Store.snapshots - (some RemovesLatestFirst => max[expired] else min[expired])
  Store.files' = Store.files and Store.claims' = Store.claims and unchangedLists
  onlyVacuum
}

pred removeExpired {
  Vacuum.does = Expired and no expired and Vacuum.does' = Removing and vacuumKnows
  unchangedStore and onlyVacuum
}

/* ---- The vacuum: files of unfinished commits ---- */

/** Lists the directory and the log, in any order and at any time before it claims. */
pred find {
  Vacuum.does' = Found
  Vacuum.old' in (Store.files & Writer) - retained.(Store.lists) and some Vacuum.old'
  no Vacuum.newest' and no Vacuum.doomed' and no Vacuum.keeps'
  unchangedStore and onlyVacuum
}

pred claim {
  Vacuum.does = Found and some Vacuum.old - Store.claims
  some w: Vacuum.old - Store.claims | Store.claims' = Store.claims + w
  Store.files' = Store.files and unchangedLog and vacuumStays and onlyVacuum
}

pred readToClean {
  Vacuum.does = Found and Vacuum.old in Store.claims
  Vacuum.does' = (some NoCleanupSnapshot => Cleaned else Read) and Vacuum.newest' = latest
  Vacuum.old' = Vacuum.old and Vacuum.doomed' = Vacuum.doomed and Vacuum.keeps' = Vacuum.keeps
  unchangedStore and onlyVacuum
}

/** A snapshot that changes nothing. */
pred clean {
  Vacuum.does = Read and some Vacuum.newest.next
  Store.files' = Store.files and Store.claims' = Store.claims
  let n = Vacuum.newest.next |
    n in Store.snapshots
      => (Vacuum.does' = Found and unchangedLog)
      else (Vacuum.does' = Cleaned and created[n, Vacuum.newest.(Store.lists), Vacuum.newest.(Store.from)]
        and Store.cleanups' = Store.cleanups + n)
  vacuumKnows and onlyVacuum
}

/** Reads the log again: what it lists by now stays. */
pred decide {
  Vacuum.does = Cleaned and Vacuum.does' = Removing and Vacuum.old' = Vacuum.old and Vacuum.newest' = latest
  Vacuum.keeps' = Vacuum.keeps
  Vacuum.doomed' = (some NoSecondLook => Vacuum.old else Vacuum.old - retained.(Store.lists))
  unchangedStore and onlyVacuum
}

pred remove {
  Vacuum.does = Removing and Vacuum.does' = Vacuum.does and some Vacuum.doomed
  Vacuum.old' = Vacuum.old and Vacuum.newest' = Vacuum.newest and Vacuum.keeps' = Vacuum.keeps
  some f: Vacuum.doomed | Vacuum.doomed' = Vacuum.doomed - f and Store.files' = Store.files - f
  Store.claims' = Store.claims and unchangedLog and onlyVacuum
}

/** A later vacuum removes the claims of commits that have no files. */
pred forget {
  Vacuum.does = Removing and no Vacuum.doomed and some Store.claims - Store.files
  some w: Store.claims - Store.files | Store.claims' = Store.claims - w
  Store.files' = Store.files and unchangedLog and vacuumStays and onlyVacuum
}

pred nothing { unchangedStore and onlyVacuum and vacuumStays }

fact behaviour {
  init
  always (nothing or readToExpire or expire or removeSnapshot or removeExpired
    or find or claim or readToClean or clean or decide or remove or forget
    or (some w: Writer | plan[w] or write[w] or readLatest[w] or look[w] or put[w] or verify[w])
    or (some r: Rollback | readTarget[r] or putRollback[r] or verifyRollback[r]))
}

/* ---- What must hold ---- */

/** Whatever a retained snapshot lists exists. */
pred nothingListedIsRemoved { always retained.(Store.lists) in Store.files }

/**
 * A commit that succeeded is in the history, and in the latest snapshot if there is no rollback at all: which commits
 * a rollback may remove from it is not said. A rollback that succeeded has the files that it restores.
 */
pred noCommitIsLost {
  always all w: Writer | w.at = Done implies
    w in w.read.next.(Store.lists) and (no Rollback implies w in latest.(Store.lists))
  always all r: Rollback | r.stage = Done implies r.base.next.(Store.lists) = r.restored
}

/** A commit that failed is in no snapshot. */
pred failedIsFailed { always all w: Writer | w.at = Failed implies w not in Number.(Store.lists) }

pred safe { nothingListedIsRemoved and noCommitIsLost and failedIsFailed }

/*
 * Since nothing may happen in any step, behaviours of exactly so many steps are those of up to so many. The usual
 * tests run what is named Short.
 */

check RollbackIsSafeShort { no Flaw implies safe }
  for 1 but 1 Rollback, 0 Writer, 1 File, 4 Number, 10..10 steps expect 0
check CommitIsSafeShort { no Flaw implies safe }
  for 1 but 0 Rollback, 1 Writer, 2 File, 3 Number, 10..10 steps expect 0

check CommitsAreSafe { no Flaw implies safe } for 2 but 0 Rollback, 2 Writer, 3 File, 4 Number, 11..11 steps expect 0
check CommitAndRollbackAreSafe { no Flaw implies safe }
  for 2 but 1 Rollback, 1 Writer, 2 File, 4 Number, 11..11 steps expect 0

/* The model is no trivial one: a commit that a vacuum took for an old one can succeed, and can fail. */
run CommitBesideACleanup {
  no Flaw and eventually (some w: Writer | w.at = Done and some Store.cleanups and w in Vacuum.old)
} for 2 but 0 Rollback, 1 Writer, 2 File, 4 Number, 13..13 steps expect 1
run VacuumWins { no Flaw and eventually Failed in Writer.at }
  for 2 but 0 Rollback, 1 Writer, 2 File, 3 Number, 12..12 steps expect 1
run FilesComeBackBesideAnExpiry {
  no Flaw and eventually (First in latest.(Store.lists) and numbers/first not in Store.snapshots)
} for 2 but 1 Rollback, 0 Writer, 1 File, 4 Number, 9..9 steps expect 1

/* Each flaw is found. */
check WithoutFileCheck { some NoFileCheck implies nothingListedIsRemoved }
  for 2 but 0 Rollback, 1 Writer, 2 File, 3 Number, 13..13 steps expect 1
check WithoutClaims { some NoClaimCheck implies nothingListedIsRemoved }
  for 2 but 0 Rollback, 1 Writer, 2 File, 3 Number, 12..12 steps expect 1
check WithoutCleanup { some NoCleanupSnapshot implies nothingListedIsRemoved }
  for 2 but 0 Rollback, 1 Writer, 2 File, 3 Number, 11..11 steps expect 1
check WithoutSecondLook { some NoSecondLook implies nothingListedIsRemoved }
  for 2 but 0 Rollback, 1 Writer, 2 File, 3 Number, 12..12 steps expect 1
check WithoutPutIfAbsent { some OverwritesSnapshots implies noCommitIsLost }
  for 2 but 0 Rollback, 2 Writer, 3 File, 3 Number, 12..12 steps expect 1
check WithoutExpirySnapshot { some NoExpirySnapshot implies nothingListedIsRemoved }
  for 2 but 1 Rollback, 0 Writer, 1 File, 3 Number, 7..7 steps expect 1
check WithoutLookForExpiry { some RestoresExpired implies nothingListedIsRemoved }
  for 2 but 1 Rollback, 0 Writer, 1 File, 4 Number, 8..8 steps expect 1
check WithoutLookForRollbacks { some KeepsAsFound implies nothingListedIsRemoved }
  for 2 but 1 Rollback, 0 Writer, 1 File, 4 Number, 9..9 steps expect 1
/* The next two need long behaviours; those in which the vacuum only expires are fewer. */
pred onlyExpires { always Vacuum.does in Idle + Expiring + Expired }
check WithoutLookForBase { some NoLookForBase and onlyExpires implies noCommitIsLost }
  for 2 but 1 Rollback, 1 Writer, 2 File, 4 Number, 15..15 steps expect 1
check WithoutOrder { some RemovesLatestFirst and onlyExpires implies noCommitIsLost }
  for 2 but 1 Rollback, 1 Writer, 2 File, 4 Number, 14..14 steps expect 1
