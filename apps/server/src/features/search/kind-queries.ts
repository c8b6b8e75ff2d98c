/**
 * Rows of each kind that share grams with what was typed (decision 41), within the actor's scope by the clause of that
 * kind's own list. The expressions of `text` are those of the indexes in 0086_search.sql.
 */
import type { Names } from "@nihol/contract/values/languages";
import type { SearchKind } from "@nihol/contract/values/search-kinds";
import { devicePlace, gardenPlace } from "@nihol/policies/sees";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { ministryVisibleTo } from "../../policies/ministries.ts";
import { visiblePeople } from "../../policies/people.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { visibleTo } from "../../policies/scope.ts";
import { districtsVisibleTo, regionsVisibleTo } from "../../policies/territory.ts";
import { violationVisibleTo } from "../../policies/violations.ts";

/** Rows of a kind that are compared letter by letter: those that share the most grams. */
const comparedRows = 40;

export interface FoundRow {
  kind: SearchKind;
  id: number;
  /** By which it is compared; of a task its number. */
  text: string;
  changed_at: Date;
  names: Names | null;
  title: string | null;
  note: Names | null;
  number: string | null;
  date: string | null;
}

interface Kind {
  /** The table with what its clause needs. */
  from: RawBuilder<unknown>;
  /** By which it is found. */
  text: RawBuilder<unknown>;
  where: (actor: Actor) => Expression<SqlBool>;
  id: RawBuilder<unknown>;
  changedAt: RawBuilder<unknown>;
  names?: RawBuilder<unknown>;
  title?: RawBuilder<unknown>;
  note?: RawBuilder<unknown>;
  number?: RawBuilder<unknown>;
  date?: RawBuilder<unknown>;
}

const none = sql`null`;
/** The name of the smallest territory that is known. */
const placeName = (region: string, district: string) =>
  sql`coalesce((select name from district where id = ${sql.ref(district)}), (select name from region where id = ${sql.ref(region)}))`;
const ministryName = (column: string) =>
  sql`(select name from ministry where id = ${sql.ref(column)})`;
const fullName = (alias: string) =>
  sql`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

const kinds: Record<Exclude<SearchKind, "task">, Kind> = {
  garden: {
    from: sql`garden g`,
    text: sql`search_names(g.name)`,
    where: (actor) => visibleTo(actor, gardenPlace),
    id: sql`g.id`,
    changedAt: sql`g.updated_at`,
    names: sql`g.name`,
    note: placeName("g.region_id", "g.district_id"),
  },
  image: {
    from: sql`imagery_process p join whole_image w on w.process_id = p.id`,
    text: sql`p.file_name`,
    where: visibleImagery,
    id: sql`w.id`,
    changedAt: sql`w.created_at`,
    title: sql`p.file_name`,
    note: placeName("w.region_id", "w.district_id"),
    date: sql`w.captured_on::text`,
  },
  device: {
    from: sql`device v`,
    text: sql`v.name || ' ' || v.serial`,
    where: (actor) => sql<SqlBool>`(not v.retired and ${visibleTo(actor, devicePlace)})`,
    id: sql`v.id`,
    changedAt: sql`v.updated_at`,
    title: sql`v.name`,
    note: placeName("v.region_id", "v.district_id"),
  },
  violation: {
    from: sql`violation v`,
    text: sql`v.number || ' ' || v.title`,
    where: violationVisibleTo,
    id: sql`v.id`,
    changedAt: sql`v.updated_at`,
    title: sql`v.title`,
    note: placeName("v.region_id", "v.district_id"),
    number: sql`v.number`,
  },
  district: {
    from: sql`district d`,
    text: sql`search_names(d.name)`,
    where: districtsVisibleTo,
    id: sql`d.id`,
    changedAt: sql`d.updated_at`,
    names: sql`d.name`,
    note: sql`(select name from region where id = d.region_id)`,
  },
  region: {
    from: sql`region r`,
    text: sql`search_names(r.name)`,
    where: regionsVisibleTo,
    id: sql`r.id`,
    changedAt: sql`r.updated_at`,
    names: sql`r.name`,
  },
  person: {
    from: sql`user_account u join user_group g on g.id = u.group_id`,
    text: sql`u.first_name || ' ' || u.last_name || ' ' || u.email`,
    where: visiblePeople,
    id: sql`u.id`,
    changedAt: sql`u.updated_at`,
    title: fullName("u"),
    note: ministryName("u.ministry_id"),
  },
  employee: {
    from: sql`ministry_employee e`,
    text: sql`e.first_name || ' ' || e.last_name || ' ' || e.position`,
    where: (actor) => ministryVisibleTo(actor, "e.ministry_id"),
    id: sql`e.id`,
    changedAt: sql`e.updated_at`,
    title: fullName("e"),
    note: ministryName("e.ministry_id"),
  },
  organization: {
    from: sql`ministry m`,
    text: sql`search_names(m.name)`,
    where: (actor) => ministryVisibleTo(actor, "m.id"),
    id: sql`m.id`,
    changedAt: sql`m.updated_at`,
    names: sql`m.name`,
    note: sql`(select name from organization_type where id = m.organization_type_id)`,
  },
};

/**
 * Rows of one kind that share the most grams, those that changed last among equals. What they show is read for
 * these few alone.
 */
function byGrams(kind: keyof typeof kinds, actor: Actor, typed: string): RawBuilder<FoundRow> {
  const { from, text, where, id, changedAt, ...shown } = kinds[kind];
  return sql<FoundRow>`(select ${sql.lit(kind)} as kind, ${id} as id, ${text} as text,
      ${changedAt} as changed_at, ${shown.names ?? none}::jsonb as names, ${shown.title ?? none}::text as title,
      ${shown.note ?? none}::jsonb as note, ${shown.number ?? none}::text as number, ${shown.date ?? none}::text as date
    from (select ${id} as found_id, count(*) as shared, max(${changedAt}) as changed
      from unnest(search_grams(search_fold(${typed}))) typed(gram)
      join ${from} on search_grams(search_fold(${text})) @> array[typed.gram]
      where ${where(actor)} group by 1 order by shared desc, changed desc limit ${comparedRows}) f
    join ${from} on ${id} = f.found_id)`;
}

/** Tasks whose number is or begins with the digits: ids between `12`, `120`–`129`, `1200`–`1299` and so on. */
function byNumber(actor: Actor, digits: string): RawBuilder<FoundRow> {
  const ranges = [...Array(10 - digits.length).keys()].map((more) => {
    const first = Number(digits) * 10 ** more;
    const last = Math.min(first + 10 ** more - 1, 2 ** 31 - 1);
    return sql<SqlBool>`t.id between ${first} and ${last}`;
  });
  return sql<FoundRow>`(select 'task' as kind, t.id as id, 'No ' || t.id as text, t.updated_at as changed_at,
      g.name::jsonb as names, null::text as title, ${placeName("g.region_id", "g.district_id")}::jsonb as note,
      t.id::text as number, t.due_date::text as date
    from planting_task t join garden g on g.id = t.garden_id
    where ${tasksVisibleTo(actor)} and (${sql.join(ranges, sql` or `)})
    order by length(t.id::text), t.id desc limit ${comparedRows})`;
}

/** Builds a query for several kinds; undefined where what was typed can be in none of them. */
export function foundRows(
  actor: Actor,
  asked: readonly SearchKind[],
  typed: string,
): RawBuilder<FoundRow> | undefined {
  const digits = /^0*([1-9]\d{0,8})$/.exec(typed.replace(/^([#№]|No\.?\s)\s*/i, ""))?.[1];
  const parts = asked.flatMap((kind) => {
    if (kind !== "task") return [byGrams(kind, actor, typed)];
    return digits ? [byNumber(actor, digits)] : [];
  });
  return parts.length > 0 ? sql<FoundRow>`${sql.join(parts, sql` union all `)}` : undefined;
}
