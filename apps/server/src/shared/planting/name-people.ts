import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { namedPeople, readsEveryName } from "../../policies/people.ts";

/** Something that a person did. */
interface Deed {
  /** Their account; missing where the name was kept with it. */
  person?: number | null | undefined;
  name: string | null;
}

/** The same with the names that the actor may read: null where they may not, "" where the account is gone. */
export async function namePeople<One extends Deed>(
  db: Db,
  actor: Actor,
  deeds: readonly One[],
): Promise<One[]> {
  const ids = deeds.flatMap(({ person }) => person ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("user_account as u")
          .innerJoin("user_group as r", "r.id", "u.group_id")
          .where("u.id", "in", ids)
          .select("u.id")
          .select(
            sql<
              string | null
            >`case when ${namedPeople(actor)} then trim(concat_ws(' ', u.first_name, u.last_name)) end`.as(
              "name",
            ),
          )
          .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return deeds.map((deed) => {
    // Older cases keep the name itself: whoever may read everybody's reads it.
    if (deed.person === undefined) return readsEveryName(actor) ? deed : { ...deed, name: null };
    const name = names.get(deed.person ?? 0);
    return { ...deed, person: undefined, name: name === undefined ? "" : name };
  });
}
