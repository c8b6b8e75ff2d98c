/**
 * Messages that wait for the database. While one transaction is written, those that come gather for the next: each is
 * answered after its own is committed, and thousands share the price of one.
 */
import { timingSafeEqual } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { findParameters } from "@nihol/store/readings/parameters";
import type { IntakeCounts } from "@nihol/store/readings/reading-intake";
import { type DeviceReadings, writeTogether } from "@nihol/store/readings/reading-write";
import {
  addTo,
  type MessageOutcome,
  type MqttCounts,
} from "../../../shared/devices/intake-counts.ts";
import { checkMessage } from "./check-message.ts";
import type { Message, RefusedEntry } from "./message.ts";
import { noteMessages, noteTurnedAway } from "./note-messages.ts";
import { findSenders, type Sender } from "./sender-queries.ts";

/** Readings of one transaction, about; what waits beyond them goes into the next. */
const readingsTogether = 5000;
/** Bytes of payloads that may wait. Beyond them a message is not acknowledged, and its sender sends it again. */
const waitingBytes = 64 * 1024 ** 2;

/** Milliseconds for which messages wait for a device that somebody has locked; then the others are written without it. */
const waitMs = 3000;

/** Message of a device. */
export interface SentMessage {
  deviceId: number;
  /** Hash of the token that the connection showed; undefined where a broker outside vouches for the device. */
  hash: Buffer | undefined;
  message: Message;
  bytes: number;
}

interface Waiting extends SentMessage {
  done: () => void;
  fail: (error: Error) => void;
}

/** A message that is not acknowledged; its connection ends. */
export class NotTaken extends Error {
  override name = "NotTaken";
}

export interface IntakeQueue {
  /** Resolves once the transaction of the message is committed. @throws {NotTaken} or what the database says */
  take: (sent: SentMessage) => Promise<void>;
  /** Resolves when nothing waits any more. */
  drained: () => Promise<void>;
}

interface QueueOptions {
  db: Db;
  counts: MqttCounts;
  /** Told of what was refused, without its values. */
  refuse: (deviceId: number, refused: readonly RefusedEntry[]) => void;
}

/** Messages of one device that go into a transaction, and what of them is written. */
interface Share extends DeviceReadings {
  readings: DeviceReadings["readings"][number][];
  messages: Waiting[];
  refused: RefusedEntry[];
}

/** A token that was taken back, and a device that was retired, end a connection that is open. */
function isAllowed(sender: Sender | undefined, { hash }: SentMessage): sender is Sender {
  if (!sender || sender.retired) return false;
  return hash === undefined || (sender.hash !== null && timingSafeEqual(hash, sender.hash));
}

/** Number of the first that are written in one transaction. */
function countTogether(waiting: readonly Waiting[]): number {
  let readings = 0;
  let count = 0;
  while (count < waiting.length && readings < readingsTogether) {
    readings += waiting[count]?.message.entries.length ?? 0;
    count += 1;
  }
  return count;
}

/** Opens the queue of a server. */
export function openIntakeQueue({ db, counts, refuse }: QueueOptions): IntakeQueue {
  let waiting: Waiting[] = [];
  let bytes = 0;
  let running: Promise<void> | undefined;

  function end(one: Waiting, error?: Error, outcome: MessageOutcome = "taken") {
    counts.waiting -= 1;
    bytes -= one.bytes;
    addTo(counts.messages, error ? "unacknowledged" : outcome);
    if (error) one.fail(error);
    else one.done();
  }

  function note(sent: SentMessage, refused: readonly RefusedEntry[]) {
    if (refused.length === 0) return;
    for (const { reason } of refused) addTo(counts.readings, reason);
    refuse(sent.deviceId, refused);
  }

  function refuseWhole(one: Waiting) {
    note(one, [{ index: 0, reason: "unknown_device" }]);
    end(one, undefined, "refused");
  }

  /** Messages by device, checked; those whose sender may not send any more are ended here. */
  async function checkAll(batch: readonly Waiting[]): Promise<Share[]> {
    const senders = await findSenders(db, [...new Set(batch.map(({ deviceId }) => deviceId))]);
    const parameters = await findParameters(db);
    const shares = new Map<number, Share>();
    for (const one of batch) {
      noteTurnedAway(db, senders.get(one.deviceId), one);
      const sender = senders.get(one.deviceId);
      if (!isAllowed(sender, one)) {
        // A broker outside would send it for ever: its device cannot be told.
        if (one.hash) end(one, new NotTaken("the device may not send"));
        else refuseWhole(one);
        continue;
      }
      const share = shares.get(sender.id) ?? {
        deviceId: sender.id,
        readings: [],
        messages: [],
        refused: [],
      };
      shares.set(sender.id, share);
      const { readings, refused } = checkMessage(sender, parameters, one.message);
      for (const reading of readings) share.readings.push(reading);
      share.messages.push(one);
      share.refused.push(...refused);
      note(one, refused);
    }
    return [...shares.values()];
  }

  function finish(shares: readonly Share[], written: ReadonlyMap<number, IntakeCounts>) {
    for (const { deviceId, messages, refused } of shares) {
      noteMessages(db, deviceId, messages, refused, written.get(deviceId));
      const names = ["accepted", "duplicates", "conflicts", "faulty"] as const;
      for (const name of names) addTo(counts.readings, name, written.get(deviceId)?.[name]);
      for (const one of messages) end(one);
    }
  }

  async function writeShares(shares: readonly Share[]) {
    const full = shares.filter(({ readings }) => readings.length > 0);
    try {
      finish(shares, full.length > 0 ? await writeTogether(db, full, { waitMs }) : new Map());
    } catch (error) {
      // A device that was deleted meanwhile, or is locked for long, must not keep the others from being written.
      if (shares.length > 1 && !isDatabaseAway(error))
        for (const share of shares) await writeShares([share]);
      else for (const { messages } of shares) for (const one of messages) end(one, asError(error));
    }
  }

  async function run() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, countTogether(waiting));
      waiting = waiting.slice(batch.length);
      try {
        await writeShares(await checkAll(batch));
      } catch (error) {
        // Before anything was ended: the question for the senders failed.
        for (const one of batch) end(one, asError(error));
      }
    }
    running = undefined;
  }

  return {
    take(sent) {
      if (bytes + sent.bytes > waitingBytes) {
        addTo(counts.messages, "unacknowledged");
        return Promise.reject(new NotTaken("too much waits"));
      }
      return new Promise((done, fail) => {
        counts.waiting += 1;
        bytes += sent.bytes;
        waiting.push({ ...sent, done, fail });
        // After what else came in the same chunk.
        running ??= Promise.resolve().then(run);
      });
    },
    drained: () => running ?? Promise.resolve(),
  };
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
