/** The field page's tasks on this phone, for whoever signs out on another screen: none of that page is loaded there. */

export const fieldDatabaseName = "nihol-field";

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The database as it is; undefined where the page was never opened here. */
async function openExisting(): Promise<IDBDatabase | undefined> {
  if (!globalThis.indexedDB) return undefined;
  const opening = indexedDB.open(fieldDatabaseName);
  // Would be made now: nothing is kept there.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  return answerOf(opening).catch(() => undefined);
}

/**
 * Takes the tasks that were fetched for anybody off this phone. What has not been sent stays for whoever made it.
 * @returns how many entries of this person wait; 0 where the browser does not say. Never fails.
 */
export async function forgetFieldTasks(person: number | undefined): Promise<number> {
  const database = await openExisting();
  try {
    const work = database?.transaction(["tasks", "entry"], "readwrite");
    if (!work) return 0;
    work.objectStore("tasks").clear();
    const entries: unknown[] = await answerOf(work.objectStore("entry").getAll());
    return entries.filter((one) => isWaiting(one, person)).length;
  } catch {
    return 0;
  } finally {
    database?.close();
  }
}

const isWaiting = (entry: unknown, person: number | undefined) =>
  typeof entry === "object" &&
  entry !== null &&
  "person" in entry &&
  entry.person === person &&
  "state" in entry &&
  entry.state !== "sent" &&
  entry.state !== "left";
