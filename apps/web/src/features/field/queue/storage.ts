/** The room that a phone gives to a page, and whether it keeps what is there. */

export interface Room {
  /** The browser has promised not to clear it by itself. */
  isPersistent: boolean;
  usedBytes: number;
  quotaBytes: number;
}

/** Asks the browser to keep what is there, and how much room is left; undefined where it does not say. */
export async function askForRoom(): Promise<Room | undefined> {
  const { storage } = navigator;
  if (!storage?.estimate) return undefined;
  const isPersistent = (await storage.persisted?.()) || (await storage.persist?.()) || false;
  const { usage = 0, quota = 0 } = await storage.estimate();
  return { isPersistent, usedBytes: usage, quotaBytes: quota };
}

/** Tells whether an entry was not kept because the phone is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";
