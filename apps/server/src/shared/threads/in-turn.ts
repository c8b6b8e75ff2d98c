/** Work of one key at a time, in the order in which it was asked for; other keys go on beside it. */
export type InTurn<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

/** Lines that are kept as long as somebody stands in them. */
export function inTurnByKey<Key>(): InTurn<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
