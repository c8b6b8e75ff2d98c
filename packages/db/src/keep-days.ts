/** Reads how many days each kind of data is kept: `mail=60,audit=1825`. */
import { recordOf } from "@nihol/contract/values/record-of";
import {
  type KeepDays,
  retentionKinds,
  retentionNames,
} from "@nihol/contract/values/retention/kinds";

const settable = retentionNames.filter(
  (name) => retentionKinds[name].min < retentionKinds[name].max,
);

/** Kinds with their days, as `doctor` prints them. */
export const keepDaysText = settable
  .map((name) => `${name}=${retentionKinds[name].days}`)
  .join(",");

/** @throws an Error that names the first part which is not KIND=DAYS within its bounds */
export function readKeepDays(value: string | undefined): KeepDays {
  const given = new Map<string, number>();
  for (const part of value?.split(",") ?? []) {
    const [, word = "", digits = ""] = /^\s*([a-z]+)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
    const name = settable.find((one) => one === word);
    if (name === undefined)
      throw new Error(
        `must be KIND=DAYS parted by commas, of ${settable.join(", ")}, and has "${part}"`,
      );
    const { min, max } = retentionKinds[name];
    if (Number(digits) < min || Number(digits) > max)
      throw new Error(`must keep ${name} from ${min} to ${max} days, and has "${part}"`);
    given.set(name, Number(digits));
  }
  return recordOf(retentionNames, (name) => given.get(name) ?? retentionKinds[name].days);
}
