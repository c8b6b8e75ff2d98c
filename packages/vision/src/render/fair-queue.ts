/**
 * First in, first out for each asker, and the askers in turn: whoever asks for much waits behind themselves, not
 * before everybody else (round-robin scheduling).
 */
export class FairQueue<Item> {
  /** The askers in the order in which they are served next; none with an empty list. */
  readonly #lines = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of items of one asker that wait. */
  lengthOf(asker: string): number {
    return this.#lines.get(asker)?.length ?? 0;
  }

  push(asker: string, item: Item): void {
    const line = this.#lines.get(asker);
    if (line) line.push(item);
    else this.#lines.set(asker, [item]);
    this.#length++;
  }

  /** Takes the oldest item of the asker whose turn it is; undefined when nothing waits. */
  shift(): Item | undefined {
    const [turn] = this.#lines;
    if (!turn) return undefined;
    const [asker, line] = turn;
    const item = line.shift();
    this.#length--;
    this.#lines.delete(asker);
    if (line.length > 0) this.#lines.set(asker, line);
    return item;
  }

  /** Takes an item out wherever it stands. @returns false when it does not wait any more */
  remove(asker: string, item: Item): boolean {
    const line = this.#lines.get(asker);
    const at = line?.indexOf(item) ?? -1;
    if (!line || at < 0) return false;
    line.splice(at, 1);
    this.#length--;
    if (line.length === 0) this.#lines.delete(asker);
    return true;
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#length = 0;
    return all;
  }
}
