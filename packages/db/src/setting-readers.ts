/** Reads the texts of settings; each throws with what is wrong. */
import { isIP } from "node:net";

export const text = (value: string | undefined) => value;

export function integer(fallback: number, lowest: number, highest: number) {
  return (value: string | undefined): number => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < lowest || number > highest) {
      throw new Error(`must be a whole number from ${lowest} to ${highest}, and is "${value}"`);
    }
    return number;
  };
}

export function decimal(fallback: number, lowest: number, highest: number) {
  return (value: string | undefined): number => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || number < lowest || number > highest) {
      throw new Error(`must be a number from ${lowest} to ${highest}, and is "${value}"`);
    }
    return number;
  };
}

export function flag(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (["1", "true", "yes", "on"].includes(value.toLowerCase())) return true;
  if (["0", "false", "no", "off"].includes(value.toLowerCase())) return false;
  throw new Error(`must be 1 or 0, and is "${value}"`);
}

export function address(schemes: readonly string[]) {
  return (value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    // The value itself stays out of the message: a database address holds a password.
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : "";
    if (!schemes.includes(scheme)) {
      throw new Error(`must be an address that begins with ${schemes.join(":// or ")}://`);
    }
    return value;
  };
}

export function oneOf<const Value extends string>(values: readonly Value[], fallback: Value) {
  return (value: string | undefined): Value => {
    if (value === undefined) return fallback;
    const found = values.find((one) => one === value);
    if (found) return found;
    throw new Error(`must be one of ${values.join(", ")}, and is "${value}"`);
  };
}

/** By the name that Intl gives it, so that two spellings of a zone are one. */
export function timeZone(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new Error(`must be a zone of the IANA list (Asia/Dushanbe), and is "${value}"`);
  }
}

export function email(value: string | undefined): string | undefined {
  if (value === undefined || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
  throw new Error(`must be an e-mail address, and is "${value}"`);
}

export function timesOfDay(value: string | undefined): string[] {
  if (value === undefined) return ["02:00"];
  if (value.toLowerCase() === "off") return [];
  const all = value.split(",").map((one) => one.trim().padStart(5, "0"));
  const wrong = all.find((one) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(one));
  if (wrong === undefined) return [...new Set(all)].sort();
  throw new Error(`must be times like 02:00, several parted by commas, or off, and has "${wrong}"`);
}

export function bucketName(value: string | undefined): string | undefined {
  if (value === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(value)) return value;
  throw new Error(`must be the name of a bucket alone, and is "${value}"`);
}

/** Without the slashes around it. */
export function prefix(value: string | undefined): string {
  const bare = (value ?? "").replace(/^\/+|\/+$/g, "");
  if (bare === "" || /^[A-Za-z0-9_=-][A-Za-z0-9._=/-]*$/.test(bare)) return bare;
  throw new Error(`must be letters, digits and . _ - = /, and is "${value}"`);
}

export function hostsAndPorts(value: string | undefined): string[] {
  const all = value?.split(",").map((one) => one.trim().toLowerCase()) ?? [];
  const wrong = all.find((one) => !/^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(one));
  if (wrong === undefined) return all;
  throw new Error(`must be HOST:PORT, several parted by commas, and has "${wrong}"`);
}

/** Lists addresses and ranges of them (`10.0.0.0/8`). */
export function proxies(value: string | undefined): string[] {
  const all = (value ?? "127.0.0.0/8,::1").split(",").map((one) => one.trim());
  const isKnown = (one: string) => {
    const [ip = "", bits = "0", ...more] = one.split("/");
    const max = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
    return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= max;
  };
  const wrong = all.find((one) => !isKnown(one));
  if (wrong === undefined) return all;
  throw new Error(`must be IP addresses or ranges like 10.0.0.0/8, and has "${wrong}"`);
}

/** Only the length is checked here; the value stays out of the message. */
export function password(value: string | undefined): string | undefined {
  if (value === undefined || (value.length >= 15 && value.length <= 128)) return value;
  throw new Error("must have 15 to 128 characters");
}
