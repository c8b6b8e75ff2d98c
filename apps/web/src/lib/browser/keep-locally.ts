/**
 * Keeps a text in this browser for the next time. A store that is full or closed keeps nothing and throws for it: what
 * is only a convenience must not end what somebody is doing.
 * @param key name in `localStorage`
 */
export function keepLocally(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The screen in front of the person goes on without it.
  }
}
