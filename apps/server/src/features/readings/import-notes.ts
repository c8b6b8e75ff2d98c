/** Notes what became of a file at each device that it is about: of its rows each device shows its own alone. */
import { intakeSeen, type RefusalReason } from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import type { CallReason } from "@nihol/store/readings/intake-seen";
import { addCounts, type IntakeCounts, noReadings } from "@nihol/store/readings/reading-intake";
import type { CsvRow, CsvTable } from "./csv-table.ts";
import { openIntakeLog } from "./intake-log.ts";

/** Rows of one device. */
interface FileShare {
  counts: IntakeCounts;
  refused: number;
  reasons: CallReason[];
  /** Headings and first rows. */
  sent: string;
}

export type FileShares = Map<number, FileShare>;

function shareOf(shares: FileShares, deviceId: number, table: CsvTable): FileShare {
  const known = shares.get(deviceId);
  if (known) return known;
  const sent = table.headings.join(table.delimiter);
  const share: FileShare = { counts: { ...noReadings }, refused: 0, reasons: [], sent };
  shares.set(deviceId, share);
  return share;
}

/** Adds a row of a device, and why it was refused where it was. */
export function addRow(
  shares: FileShares,
  deviceId: number,
  table: CsvTable,
  { cells, line }: CsvRow,
  reason?: RefusalReason,
): void {
  const share = shareOf(shares, deviceId, table);
  if (share.sent.length < intakeSeen.payload) share.sent += `\n${cells.join(table.delimiter)}`;
  if (!reason) return;
  share.refused += 1;
  if (share.reasons.length < intakeSeen.reasons) share.reasons.push({ at: line, reason });
}

/** Adds what was written of a device. */
export function addWritten(shares: FileShares, deviceId: number, written: IntakeCounts): void {
  const share = shares.get(deviceId);
  if (share) share.counts = addCounts(share.counts, written);
}

/** Writes it down. @param bytes of the whole file */
export async function noteFile(db: Db, shares: FileShares, bytes: number): Promise<void> {
  const log = openIntakeLog(db);
  for (const [deviceId, { counts, refused, reasons, sent }] of shares) {
    const { accepted, duplicates, conflicts, faulty } = counts;
    log.note(deviceId, {
      way: "file",
      messages: 1,
      bytes,
      ...{ accepted, duplicates, conflicts, faulty, refused, reasons },
      problem: null,
      payload: sent,
    });
  }
  await log.flush();
}
