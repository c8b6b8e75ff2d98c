/** Decides who changes a note on a garden. It is seen, and written, by whoever sees the garden with the right for it. */
import type { Actor } from "../http/actor.ts";
import { denied } from "../http/problem.ts";
import { rowCan } from "./rights.ts";

/** Account that a note is of; null when it is gone. */
interface Written {
  created_by: number | null;
}
const isAuthor = (actor: Actor, note: Written) => note.created_by === actor.id;

/** Nobody changes another's words; whoever may change the garden may take them away. */
export const noteCan = (actor: Actor, note: Written) =>
  rowCan(actor, "gardennote", isAuthor(actor, note), true);

/** @throws {Problem} 403 for a note of somebody else */
export function requireAuthor(actor: Actor, note: Written) {
  if (!isAuthor(actor, note)) throw denied();
}
