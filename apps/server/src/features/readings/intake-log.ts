/** Gathers what comes of devices and writes it once a second at most, apart from the readings: nobody waits for it. */
import { intakeSeen, type TurnAwayReason } from "@nihol/contract/values/sensors/readings";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import {
  addCall,
  addSums,
  type DeviceCall,
  type DeviceTally,
  emptyTally,
  isDeviceNumber,
  keptCall,
  writeTallies,
} from "@nihol/store/readings/intake-seen";

const pauseMs = 1000;
/** Class of SQLSTATE: a value that its column cannot hold. No waiting mends it. */
const badData = /^22/;
/** Devices whose calls are written in one turn: what writing costs has an end, however many send. */
const devicesTogether = 200;
/** Devices that may wait, of those that have shown their token. */
const maxDevices = 20_000;
/** Devices that may wait of which only calls came that were turned away: a stranger names numbers at random. */
const maxNamed = 2_000;
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
  /** Those of them that nothing came of but calls that were turned away. */
  const named = new Set<number>();
  let held = 0;
  let isPlanned = false;

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => void turn(), pauseMs).unref();
  }

  function tallyOf(deviceId: number, isShown: boolean): DeviceTally | undefined {
    const known = waiting.get(deviceId);
    if (known && isShown) named.delete(deviceId);
    const isFull = isShown ? waiting.size - named.size >= maxDevices : named.size >= maxNamed;
    if (known || isFull || !isDeviceNumber(deviceId)) return known;
    const tally = emptyTally(deviceId);
    waiting.set(deviceId, tally);
    if (!isShown) named.add(deviceId);
    plan();
    return tally;
  }

  /** @param isShown true where the device has shown its token */
  function change(deviceId: number, isShown: boolean, how: (tally: DeviceTally) => void) {
    const tally = tallyOf(deviceId, isShown);
    if (!tally) return;
    held -= textOf(tally);
    how(tally);
    held += textOf(tally);
  }

  /** Puts back what could not be written, without what was sent: the sums are what must not be lost. */
  function putBack(tallies: readonly DeviceTally[]) {
    for (const { device_id, calls, newest, sums, turnedAway } of tallies)
      change(device_id, calls > 0, (tally) => {
        const earlier = newest.map((call) => ({ ...call, payload: null }));
        tally.newest = [...earlier, ...tally.newest].slice(-intakeSeen.calls);
        tally.calls += calls;
        addSums(tally.sums, sums);
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
      named.delete(tally.device_id);
      held -= textOf(tally);
    }
    try {
      await writeTallies(db, tallies);
    } catch (error) {
      const isBad = badData.test(String(codeOf(error)));
      const [one, ...more] = tallies;
      if (isBad && more.length === 0)
        return process.emitWarning(`Calls of device ${one?.device_id} are not noted: ${error}`);
      putBack(tallies);
      if (!isBad) throw error;
      // Those of one device must not keep those of all others: each is written by itself.
      for (const { device_id } of tallies) {
        const again = waiting.get(device_id);
        if (again) await write([again]);
      }
    }
  }

  /** Writes one turn after the other, so that whoever asks for a device after a flush reads all of it. */
  let last: Promise<void> = Promise.resolve();
  function inTurn(pick: () => readonly DeviceTally[]): Promise<void> {
    const next = last.then(() => write(pick()));
    last = next.catch(() => {});
    return next;
  }

  const shown = () => [...waiting.values()].filter(({ device_id }) => !named.has(device_id));
  const unshown = () => [...waiting.values()].filter(({ device_id }) => named.has(device_id));

  async function turn() {
    try {
      await inTurn(() => [...shown(), ...unshown()].slice(0, devicesTogether));
    } catch {
      // The database is away, or a device went meanwhile: it waits for the next turn.
    }
    isPlanned = false;
    if (waiting.size > 0) plan();
  }

  return {
    note(deviceId, { payload, ...call }) {
      const received_at = new Date().toISOString();
      const sent = { ...call, received_at, payload: held < maxText ? payload : null };
      change(deviceId, true, (tally) => addCall(tally, keptCall(sent)));
    },
    turnAway(deviceId, reason) {
      change(deviceId, false, ({ turnedAway }) => {
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
