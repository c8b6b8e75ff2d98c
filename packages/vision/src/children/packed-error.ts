/** Errors on their way from a child process: classes do not cross, plain values do. */

/** The fields of an error that callers read, and that therefore cross to the parent process. */
const fields = ["name", "code", "params", "reason", "syscall"] as const;

/** An error as plain values. */
export interface PackedError {
  message: string;
  stack?: string | undefined;
  fields: Partial<Record<(typeof fields)[number], unknown>>;
}

/** To be called in the child. */
export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const all = error as Error & PackedError["fields"];
  const found = fields.filter((field) => isPlain(all[field])).map((field) => [field, all[field]]);
  return { message: error.message, stack: error.stack, fields: Object.fromEntries(found) };
}

/** Functions, for example, cannot be sent. */
function isPlain(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** The error of the child, with its name, its fields and where it was thrown there. */
export function unpackError({ message, stack, fields: found }: PackedError): Error {
  const error = Object.assign(new Error(message), found);
  if (stack !== undefined) error.stack = stack;
  return error;
}
