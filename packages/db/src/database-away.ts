/** Distinguishes errors of a database that is away for now from errors of a statement. */

/**
 * SQLSTATE values of a server that ends, starts, recovers or was made a standby (PostgreSQL manual,
 * appendix A): classes 08 and 57P, "too many connections", "read only transaction".
 */
const awayStates = /^(08\w{3}|57P0[1235]|53300|25006)$/;
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
// pg names these by text alone.
const awayTexts =
  /^(Connection terminated|Connection ended|Client has encountered a connection error|Client was closed and is not queryable)/;

interface SystemError {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
}

/**
 * Tells whether an error says that the database cannot be reached now: the same call may succeed later.
 * A write that failed so may have been committed all the same.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, syscall, message, cause } = error as SystemError;
  if (typeof code === "string") {
    if (awayStates.test(code)) return true;
    // A client of ours that goes away is "aborted" with ECONNRESET too, but without a system call.
    if (typeof syscall === "string" && networkCodes.has(code)) return true;
    // The socket's file is gone, or the folder around it.
    if (syscall === "connect") return true;
    if (error instanceof AggregateError && networkCodes.has(code)) return true;
  }
  if (typeof message === "string" && awayTexts.test(message)) return true;
  return isDatabaseAway(cause);
}
