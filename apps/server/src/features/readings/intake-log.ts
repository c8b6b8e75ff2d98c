/** Gathers what comes of devices and writes it once a second at most, apart from the readings: nobody waits for it. */
import type { TurnAwayReason } from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import {
  addCall,
  type DeviceCall,
  type DeviceTally,
  emptyTally,
  keptText,
  writeTallies,
} from "@nihol/store/readings/intake-seen";

const pauseMs = 1000;
/** Devices whose calls are written in one turn: what writing costs has an end, however many send. */
const devicesTogether = 200;
/** Devices that may wait. A stranger who names numbers at random fills no memory: others are not counted. */
const maxDevices = 20_000;
/** Characters of what was sent that may wait; beyond them calls are kept without. */
const maxText = 16 * 1024 ** 2;

type Sent = Omit<DeviceCall, "received_at">;

export interface IntakeLog {
  /** Notes what became of a call whose device has shown its token. */
  note: (deviceId: number, call: Sent) => void;
  /** Counts a call that was not read, at the device whose it says to be. */
  turnAway: (deviceId: number, reason: TurnAwayReason) => void;
  /** Writes what waits; of one device, or of all. */
  flush: (deviceId?: number) => Promise<void>;
}

const textOf = ({ newest }: DeviceTally) =>
  newest.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);

export function openIntakeLog(db: Db): IntakeLog {
  const waiting = new Map<number, DeviceTally>();
  let held = 0;
  let isPlanned = false;

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => void turn(), pauseMs).unref();
  }

  function tallyOf(deviceId: number): DeviceTally | undefined {
    const known = waiting.get(deviceId);
    if (known || waiting.size >= maxDevices) return known;
    const tally = emptyTally(deviceId);
    waiting.set(deviceId, tally);
    plan();
    return tally;
  }

  function change(deviceId: number, how: (tally: DeviceTally) => void) {
    const tally = tallyOf(deviceId);
    if (!tally) return;
    held -= textOf(tally);
    how(tally);
    held += textOf(tally);
  }

  /** Puts back what could not be written, without what was sent: the sums are what must not be lost. */
  function putBack(tallies: readonly DeviceTally[]) {
    for (const { device_id, calls, newest, sums, turnedAway } of tallies)
      change(device_id, (tally) => {
        const later = tally.newest.splice(0);
        const [laterCalls, laterSums] = [tally.calls, { ...tally.sums }];
        for (const one of [...newest.map((call) => ({ ...call, payload: null })), ...later])
          addCall(tally, one);
        tally.calls = calls + laterCalls;
        for (const name of ["accepted", "duplicates", "conflicts", "faulty", "refused"] as const)
          tally.sums[name] = sums[name] + laterSums[name];
        for (const [reason, { n, last_at }] of turnedAway) {
          const known = tally.turnedAway.get(reason);
          tally.turnedAway.set(reason, {
            n: n + (known?.n ?? 0),
            last_at: known?.last_at ?? last_at,
          });
        }
      });
  }

  async function write(tallies: readonly DeviceTally[]) {
    if (tallies.length === 0) return;
    for (const tally of tallies) {
      waiting.delete(tally.device_id);
      held -= textOf(tally);
    }
    try {
      await writeTallies(db, tallies);
    } catch (error) {
      putBack(tallies);
      throw error;
    }
  }

  /** One after the other, so that whoever asks for a device after a flush reads all of it. */
  let last: Promise<void> = Promise.resolve();
  function inTurn(pick: () => readonly DeviceTally[]): Promise<void> {
    const next = last.then(() => write(pick()));
    last = next.catch(() => {});
    return next;
  }

  async function turn() {
    try {
      await inTurn(() => [...waiting.values()].slice(0, devicesTogether));
    } catch {
      // The database is away, or a device went meanwhile: it waits for the next turn.
    }
    isPlanned = false;
    if (waiting.size > 0) plan();
  }

  return {
    note(deviceId, { payload, ...call }) {
      const fits = payload !== null && held < maxText;
      change(deviceId, (tally) =>
        addCall(tally, {
          ...call,
          received_at: new Date().toISOString(),
          payload: fits ? keptText(payload) : null,
        }),
      );
    },
    turnAway(deviceId, reason) {
      change(deviceId, ({ turnedAway }) => {
        const n = (turnedAway.get(reason)?.n ?? 0) + 1;
        turnedAway.set(reason, { n, last_at: new Date().toISOString() });
      });
    },
    flush: (deviceId) =>
      inTurn(() =>
        [...waiting.values()].filter(
          ({ device_id }) => deviceId === undefined || device_id === deviceId,
        ),
      ),
  };
}

const ofDatabase = new WeakMap<Db, IntakeLog>();

/** The log of a server's database, which HTTP and MQTT share. */
export function intakeLogOf(db: Db): IntakeLog {
  const log = ofDatabase.get(db) ?? openIntakeLog(db);
  ofDatabase.set(db, log);
  return log;
}
