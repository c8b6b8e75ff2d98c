import type { UploadEntry } from "./upload-store.ts";

/** Many uploads as one. */
export type Totals = {
  files: number;
  arrived: number;
  failed: number;
  /** Bytes of all of them, and of those that the server has. */
  size: number;
  sent: number;
  /** Bytes a second of all that are under way; null until it is known. */
  speed: number | null;
  /** Null where nothing is under way. */
  secondsLeft: number | null;
  isMoving: boolean;
  /** True where some are held or have failed and could go on. */
  isHeld: boolean;
};

/** Sums up uploads; the time left counts those that wait for their turn, and not those that are held. */
export function totalsOf(entries: readonly UploadEntry[]): Totals {
  const of = (...states: UploadEntry["state"][]) =>
    entries.filter(({ state }) => states.includes(state));
  const sum = (some: readonly UploadEntry[], value: (one: UploadEntry) => number) =>
    some.reduce((total, one) => total + value(one), 0);
  const underWay = of("sending");
  const speeds = underWay.filter(({ speed }) => speed !== null);
  const speed = speeds.length > 0 ? sum(speeds, (one) => one.speed ?? 0) : null;
  const left = sum(of("sending", "waiting"), ({ size, sent }) => size - sent);
  return {
    files: entries.length,
    arrived: of("sent").length,
    failed: of("failed").length,
    size: sum(entries, ({ size }) => size),
    sent: sum(entries, ({ sent }) => sent),
    speed,
    secondsLeft: speed ? left / speed : null,
    isMoving: of("sending", "waiting", "lost").length > 0,
    isHeld: of("paused", "failed").length > 0,
  };
}
