import type { MentionedPerson } from "@nihol/contract/planting/task-comments";
import { mentionPattern } from "@nihol/contract/values/planting/task-comments";

/** The people whom a text may name, by how they stand in it: "@Мадина Каримова". */
export type Named = ReadonlyMap<string, number>;

/** A stored text as it is typed: `@[7]` as the person's name; and who stands for which name. */
export function typedText(
  body: string,
  people: readonly MentionedPerson[],
): { text: string; named: Named } {
  let named: Named = new Map();
  const text = body.replace(mentionPattern, (whole, id) => {
    const person = people.find((one) => one.id === Number(id));
    if (!person) return whole;
    const added = withPerson(named, person);
    named = added.named;
    return added.word;
  });
  return { text, named };
}

/** Writes a person into a text: two of one name are told apart by their numbers. */
export function withPerson(
  named: Named,
  { id, name }: MentionedPerson,
): { word: string; named: Named } {
  const plain = `@${name}`;
  const taken = named.get(plain);
  const word = taken === undefined || taken === id ? plain : `${plain} (${id})`;
  return { word, named: new Map(named).set(word, id) };
}

/** A typed text as it is stored; longer names first, so that none is read within another. */
export function storedText(text: string, named: Named): string {
  const words = [...named.keys()].sort((a, b) => b.length - a.length);
  return words.reduce((rest, word) => rest.replaceAll(word, `@[${named.get(word)}]`), text);
}

/** Finds the name that is being typed after an @ before the caret; undefined where no name is begun. */
export function begunName(text: string, caret: number): { from: number; part: string } | undefined {
  const found = /(?:^|\s)@([\p{L}\p{M}.’' -]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return undefined;
  const part = found[1] ?? "";
  return { from: caret - part.length - 1, part };
}

/** A stored text in pieces: words, and the people named between them. */
export function piecesOf(
  body: string,
  people: readonly MentionedPerson[],
): { at: number; text: string; isName: boolean }[] {
  const pieces: { at: number; text: string; isName: boolean }[] = [];
  let end = 0;
  for (const hit of body.matchAll(mentionPattern)) {
    const person = people.find(({ id }) => id === Number(hit[1]));
    if (hit.index > end) pieces.push({ at: end, text: body.slice(end, hit.index), isName: false });
    pieces.push({ at: hit.index, text: person ? `@${person.name}` : "@…", isName: true });
    end = hit.index + hit[0].length;
  }
  if (end < body.length) pieces.push({ at: end, text: body.slice(end), isName: false });
  return pieces;
}
