/** Organization whose people gave an image: the one rule for every figure that names it. */

import type { Names } from "@nihol/contract/values/languages";
import { type RawBuilder, sql } from "kysely";

/**
 * The organization (id) of an account at a moment; null where it was of none, or the account is gone.
 * @param person @param moment columns as SQL references: `p.requested_by`, `p.created_at`
 */
export const organizationThen = (person: string, moment: string): RawBuilder<number | null> =>
  sql<number | null>`(select o.ministry_id from account_organization o
    where o.user_id = ${sql.ref(person)} and o.from_at <= ${sql.ref(moment)}
      and coalesce(o.until_at, 'infinity') > ${sql.ref(moment)} order by o.id desc limit 1)`;

/** Its name, in all languages. */
export const organizationNameThen = (
  person: string,
  moment: string,
): RawBuilder<Record<string, string> | null> =>
  sql<Record<string, string> | null>`(select m.name from ministry m
    where m.id = ${organizationThen(person, moment)})`;

/** The organization (id) whose people uploaded the file of process `p`; null of the programme's, a source's and drawn ones. */
export const uploaderOf = sql<
  number | null
>`case when p.source_id is null and not p.demo then ${organizationThen("p.requested_by", "p.created_at")} end`;

/**
 * Name of the organization that gave image `w` of process `p`, where one of these gardens is of another; null where none
 * is. Programme, sources and the gardens' own organizations are not named.
 * @param owners organizations of the gardens, as an array in SQL
 */
export const givenByOthers = (
  owners: RawBuilder<unknown>,
) => sql<Names | null>`(select m.name from ministry m
  where m.id = ${uploaderOf} and cardinality(array_remove(${owners}, m.id)) > 0)`;
