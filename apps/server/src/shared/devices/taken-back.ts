import type { Actor } from "../../http/actor.ts";
import { authorName } from "../attachments/attached-file-sql.ts";

/** Columns of a row about a device that a person takes back: who, when, and what they noted. */
export const takenBack = (actor: Actor, note: string) => ({
  taken_back_at: new Date(),
  taken_back_id: actor.id,
  taken_back_by: authorName(actor),
  taken_back_note: note,
});
