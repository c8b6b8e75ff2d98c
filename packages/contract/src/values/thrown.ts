/** Code of a thrown value, which may be anything: where it has one, such as "ENOENT" or PostgreSQL's. */
export function codeOf(thrown: unknown): string | undefined {
  const code = typeof thrown === "object" && thrown && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Where it was thrown, for a log; its text alone where that is not known. */
export const traceOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.stack : undefined) ?? String(thrown);
