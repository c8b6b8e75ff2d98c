/** The profile that `early/early.js` asked for before the panel's first script had come. */

interface EarlyProfile {
  headers: Record<string, string>;
  answer: Promise<Response>;
}
declare global {
  interface Window {
    earlyProfile?: EarlyProfile | undefined;
  }
}

/**
 * Hands that answer over, once. Undefined where nothing was asked, where a call would be made with other headers now
 * (another person, another language, a previewed role), or where no answer came: then it is asked for again.
 */
export async function takeEarlyProfile(
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const early = window.earlyProfile;
  window.earlyProfile = undefined;
  if (!early || JSON.stringify(early.headers) !== JSON.stringify(headers)) return undefined;
  return early.answer.catch(() => undefined);
}
