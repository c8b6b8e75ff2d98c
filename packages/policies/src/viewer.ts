/**
 * Viewer of rows: one person, whose assignments are known when a statement is written, or all accounts of a statement
 * at once. Each rule of `sees.ts` is written over a viewer, so that a list and the notice of its row cannot differ.
 */
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";

export type Clause = RawBuilder<SqlBool>;

export const everything: Clause = sql<SqlBool>`true`;

/** Columns that hold a row's region and district, as SQL references: `g.region_id`. */
export interface Territory {
  region: string;
  district: string;
}

/** Organization of a viewer. Columns are SQL references. */
export interface Ministry {
  id: RawBuilder<unknown>;
  /** Condition that the garden whose id stands in the column is theirs. */
  hasGarden: (column: string) => Clause;
  /** Condition that the account whose id stands in the column is of their people. */
  hasPerson: (column: string) => Clause;
}

export interface Viewer {
  /** The clause, or no condition where nothing limits the viewer. */
  within: (clause: () => Clause) => Clause;
  /** Condition that a place lies in their territories; none for who has the whole country. */
  inTerritory: (place: Territory) => Clause;
  /** Condition on their organization; none for who is assigned to none. */
  ofMinistry: (clause: (ministry: Ministry) => Clause) => Clause;
  /** Condition that the column holds the viewer's own id. */
  isThemselves: (column: string) => Clause;
}

/** Assignments of one person. */
export interface Person {
  id: number;
  /** The role's name. */
  role: string;
  ministryId: number | null;
  /** Both lists empty: the whole country. */
  regionIds: readonly number[];
  districtIds: readonly number[];
}

/** True when nothing limits the person to a part of the country. */
export const hasFullScope = ({ role, ministryId, regionIds, districtIds }: Person): boolean =>
  isBuiltInRole(role) ||
  (ministryId === null && regionIds.length === 0 && districtIds.length === 0);

const ministryOf = (id: number): Ministry => ({
  id: sql`${id}::int`,
  // Uncorrelated, so that PostgreSQL makes the list once for a statement.
  hasGarden: (column) =>
    sql<SqlBool>`${sql.ref(column)} in (select id from garden where ministry_id = ${id})`,
  hasPerson: (column) =>
    sql<SqlBool>`${sql.ref(column)} in (select id from user_account where ministry_id = ${id})`,
});

/** Viewer that is one person: what does not limit them is left out of the statement. */
export function onePerson(person: Person): Viewer {
  const { id, ministryId, regionIds, districtIds } = person;
  return {
    within: (clause) => (hasFullScope(person) ? everything : clause()),
    inTerritory({ region, district }) {
      if (regionIds.length === 0 && districtIds.length === 0) return everything;
      return sql<SqlBool>`(coalesce(${sql.ref(region)} = any(${[...regionIds]}::int[]), false)
        or coalesce(${sql.ref(district)} = any(${[...districtIds]}::int[]), false))`;
    },
    ofMinistry: (clause) => (ministryId === null ? everything : clause(ministryOf(ministryId))),
    isThemselves: (column) => sql<SqlBool>`coalesce(${sql.ref(column)} = ${id}, false)`,
  };
}

/** Viewer that is each account: over `user_account as u` and its role `user_group as r`. */
export const eachAccount: Viewer = {
  within: (clause) => sql<SqlBool>`(r.built_in or ${clause()})`,
  inTerritory: ({ region, district }) => sql<SqlBool>`(
    not exists (select from user_territory ut where ut.user_id = u.id)
    or exists (select from user_territory ut where ut.user_id = u.id
      and (ut.region_id = ${sql.ref(region)} or ut.district_id = ${sql.ref(district)})))`,
  ofMinistry: (clause) =>
    sql<SqlBool>`(u.ministry_id is null or coalesce(${clause(accountMinistry)}, false))`,
  isThemselves: (column) => sql<SqlBool>`coalesce(${sql.ref(column)} = u.id, false)`,
};

const accountMinistry: Ministry = {
  id: sql`u.ministry_id`,
  hasGarden: (column) => sql<SqlBool>`exists (select from garden own
    where own.id = ${sql.ref(column)} and own.ministry_id = u.ministry_id)`,
  hasPerson: (column) => sql<SqlBool>`exists (select from user_account a
    where a.id = ${sql.ref(column)} and a.ministry_id = u.ministry_id)`,
};
