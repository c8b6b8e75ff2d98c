/** Errors on their way from a child process: classes do not cross, plain values do. */

/** What errors are told apart by, here and in the programs that hear of them. */
const marks = ["name", "code", "params", "reason", "syscall"] as const;

/** An error as plain values. */
export interface PackedError {
  message: string;
  stack?: string | undefined;
  marks: Partial<Record<(typeof marks)[number], unknown>>;
}

/** To be called in the child. */
export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { message: String(error), marks: {} };
  const all = error as Error & PackedError["marks"];
  const found = marks.filter((mark) => isPlain(all[mark])).map((mark) => [mark, all[mark]]);
  return { message: error.message, stack: error.stack, marks: Object.fromEntries(found) };
}

/** A function, say, would not cross. */
function isPlain(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** The error of the child, with its name, its marks and where it was thrown there. */
export function unpackError({ message, stack, marks: found }: PackedError): Error {
  const error = Object.assign(new Error(message), found);
  if (stack !== undefined) error.stack = stack;
  return error;
}
