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

/** An address of a broker; like that of the database it holds a password and stays out of the message. */
export function brokerAddress(value: string | undefined): string | undefined {
  const read = address(["mqtt", "mqtts"])(value);
  if (read === undefined) return undefined;
  const { hostname, pathname, search, hash, username, password: secret } = new URL(read);
  const isRead = [username, secret].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  if (hostname && pathname.length < 2 && !search && !hash && isRead) return read;
  throw new Error("must be mqtt://HOST:PORT or mqtts://HOST:PORT, with or without USER:PASSWORD@");
}

export function shareGroup(value: string | undefined): string | undefined {
  if (value === undefined || /^[^/+#\s]+$/.test(value)) return value;
  throw new Error(`must be a name without spaces, /, + and #, or off, and is "${value}"`);
}

/** Environment variable: how it is read and how it is explained. */
export interface Setting<Value = unknown> {
  name: string;
  description: string;
  /** Value while the variable is unset, in words that `doctor` prints. */
  defaultText: string;
  /** Never printed. */
  secret: boolean;
  /** Reads the text of the variable (undefined when unset or empty); throws with what is wrong. */
  read: (text: string | undefined) => Value;
}

/** Puts the parts of a setting together. */
export function setting<Value>(
  name: string,
  description: string,
  defaultText: string,
  read: (text: string | undefined) => Value,
  secret = false,
): Setting<Value> {
  return { name, description, defaultText, secret, read };
}
