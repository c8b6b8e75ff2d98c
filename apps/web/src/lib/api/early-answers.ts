/** The answers that `early/early.js` asked for before the panel's first script had come. */

interface Early {
  headers: Record<string, string>;
  /** By the path of the call, with its query. */
  answers: Record<string, { answer: Promise<Response>; stop: AbortController }>;
}
declare global {
  interface Window {
    early?: Early | undefined;
  }
}

/**
 * Hands such an answer over, once. Undefined where this was not asked, where the call would be made with other headers
 * now (another person, another language, a previewed role), or where no answer came: then it is asked for again.
 */
export async function takeEarlyAnswer(
  path: string,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const { early } = window;
  const asked = early?.answers[path];
  if (!early || !asked) return undefined;
  delete early.answers[path];
  if (JSON.stringify(early.headers) === JSON.stringify(headers))
    return asked.answer.catch(() => undefined);
  asked.stop.abort();
  return undefined;
}

/**
 * Gives up the answers that nobody has taken: they are out of date from now on, and a browser holds the connection of an
 * answer that nobody reads.
 */
export function dropEarlyAnswers(): void {
  for (const { stop } of Object.values(window.early?.answers ?? {})) stop.abort();
  window.early = undefined;
}
