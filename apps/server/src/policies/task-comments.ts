/** Lets the author of a comment on a planting task change and delete it for a time. */
import { commentEditHours } from "@nihol/contract/values/planting/task-comments";
import type { Actor } from "../http/actor.ts";

/** A comment as far as its rights follow from it. */
interface Comment {
  author_id: number | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** Says whether the actor may still change what they wrote. */
export const isOpenTo = (actor: Actor, row: Comment): boolean =>
  row.author_id === actor.id &&
  row.deleted_at === null &&
  Date.now() - row.created_at.getTime() < commentEditHours * 3_600_000;

/** Actions that the panel offers with a comment. */
export function commentCan(actor: Actor, row: Comment) {
  const isOpen = isOpenTo(actor, row);
  return { change: isOpen, delete: isOpen };
}
