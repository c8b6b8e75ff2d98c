/**
 * Search parameters as plain text on both ways: `?open=4`, not `?open=%224%22`. The router's own
 * pair writes JSON; here each screen's `validateSearch` makes numbers where it wants them.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The other way; leaves out what is missing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== "") params.set(key, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}
