/** Notes what became of messages, where whoever looks after the device sees it. */
import { intakeSeen } from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import { type CallReason, noCounts } from "@nihol/store/readings/intake-seen";
import type { IntakeCounts } from "@nihol/store/readings/reading-intake";
import { intakeLogOf } from "../intake-log.ts";
import type { Message, RefusedEntry } from "./message.ts";
import type { Sender } from "./sender-queries.ts";

/** Letters of a name of the device's making. */
const keyLetters = 60;

/** Reason as it is kept. */
const reasonOf = ({ index, reason, key }: RefusedEntry): CallReason => ({
  at: index,
  reason,
  ...(key !== undefined && { key: key.slice(0, keyLetters) }),
});

/**
 * Notes messages of a device that were written together as one call, with the newest payload of those that say most: one
 * that was refused as a whole comes before one that was taken.
 * @param written undefined where nothing of them could be written
 */
export function noteMessages(
  db: Db,
  deviceId: number,
  messages: readonly { message: Message; bytes: number }[],
  refused: readonly RefusedEntry[],
  written: IntakeCounts | undefined,
): void {
  const chosen = messages.findLast(({ message }) => message.refused.length > 0) ?? messages.at(-1);
  const { accepted, duplicates, conflicts, faulty } = { ...noCounts, ...written };
  intakeLogOf(db).note(deviceId, {
    way: "mqtt",
    messages: messages.length,
    bytes: messages.reduce((sum, one) => sum + one.bytes, 0),
    ...{ accepted, duplicates, conflicts, faulty, refused: refused.length },
    reasons: refused.slice(0, intakeSeen.reasons).map(reasonOf),
    problem: null,
    payload: chosen?.message.sent ?? null,
  });
}

/** Counts a message whose sender may send no more: it was retired, or its token was replaced, while it was connected. */
export function noteTurnedAway(
  db: Db,
  sender: Sender | undefined,
  { deviceId, hash }: { deviceId: number; hash: Buffer | undefined },
): void {
  const isOwn = hash === undefined || sender?.hash?.equals(hash) === true;
  if (sender?.retired) intakeLogOf(db).turnAway(deviceId, "device_retired");
  else if (!isOwn) intakeLogOf(db).turnAway(deviceId, "device_token_invalid");
}
