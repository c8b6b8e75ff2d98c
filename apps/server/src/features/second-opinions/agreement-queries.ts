/** Agreement of two people over all images that the actor sees, summed up by image, pair, person, region or month. */

import type { AgreementRow, agreementQuerySchema } from "@nihol/contract/imagery/second-opinions";
import {
  type AgreementGroup,
  agreementOrderings,
} from "@nihol/contract/values/imagery/calibration";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { orderOf } from "../../http/paging.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import type { PagedQuery } from "../../shared/rows/page-rows.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { agreementOf } from "./answer.ts";
import { nameOf } from "./second-opinion-queries.ts";

type Query = z.output<typeof agreementQuerySchema> & PagedQuery;

/** The day on which one was counted. */
const countedDay = sql`programme_day(o.counted_at)`;

const nothing = sql`null::int`;
const id = {
  image: { image: sql`w.id` },
  pair: { first: sql`o.first_by`, second: sql`o.second_by` },
  person: { first: sql`r.person` },
  region: { region: sql`w.region_id` },
  month: { month: sql`to_char(${countedDay}, 'YYYY-MM')` },
  all: {},
} satisfies Record<AgreementGroup, Partial<Record<keyof Group, unknown>>>;

interface Group {
  image: number | null;
  first: number | null;
  second: number | null;
  region: number | null;
  month: string | null;
  key: string;
  fragments: number;
  images: number;
  agreed: number;
  only_first: number;
  only_second: number;
  /** For the order alone: where neither saw a tree there is none. */
  agreement: number;
}

/**
 * Opinions that were counted, in groups. Of a person both kinds of opinion count, those that they gave and those that
 * were given on what they looked through: `r` has what this person saw alone, and what the other did.
 */
function groups(actor: Actor, { by, region, district, from, to }: Query) {
  const { image, first, second, region: where, month } = { ...noGroup, ...id[by] };
  const roles =
    by === "person"
      ? sql`(values (o.first_by, o.only_first, o.only_second), (o.second_by, o.only_second, o.only_first))`
      : sql`(values (null::int, o.only_first, o.only_second))`;
  return sql<Group>`(
    select ${image} as image, ${first} as first, ${second} as second, ${where} as region, ${month} as month,
      concat_ws('-', coalesce(${image}, 0), coalesce(${first}, 0), coalesce(${second}, 0), coalesce(${where}, 0), ${month}) as key,
      count(*)::int as fragments, count(distinct w.id)::int as images, sum(o.agreed)::int as agreed,
      sum(r.own)::int as only_first, sum(r.other)::int as only_second,
      coalesce(2 * sum(o.agreed)::float8 / nullif(2 * sum(o.agreed) + sum(r.own) + sum(r.other), 0), 2) as agreement
    from second_opinion o
    join whole_image w on w.id = o.whole_image_id
    join imagery_process p on p.id = w.process_id
    cross join lateral ${roles} r (person, own, other)
    where o.state = 'counted' and ${visibleImagery(actor)}
      and (${region ?? null}::int is null or w.region_id = ${region ?? null})
      and (${district ?? null}::int is null or w.district_id = ${district ?? null})
      and (${from ?? null}::date is null or ${countedDay} >= ${from ?? null}::date)
      and (${to ?? null}::date is null or ${countedDay} <= ${to ?? null}::date)
    group by 1, 2, 3, 4, 5
  )`.as<"g">("g");
}
const noGroup = {
  ...{ image: nothing, first: nothing, second: nothing, region: nothing },
  month: sql`null::text`,
};

/** Page of the groups; those with the most fragments first, where nothing else is asked for. */
export async function listAgreement(
  db: Db,
  actor: Actor,
  query: Query,
): Promise<{ count: number; rows: AgreementRow[] }> {
  const { column, direction } = orderOf(query.ordering, agreementOrderings, "-fragments");
  const all = db.selectFrom(groups(actor, query));
  const sorted = all
    .leftJoin("whole_image as w", "w.id", "g.image")
    .leftJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("user_account as a", "a.id", "g.first")
    .leftJoin("user_account as b", "b.id", "g.second")
    .leftJoin("region as x", "x.id", "g.region")
    .select(["g.key", "g.fragments", "g.images", "g.agreed", "g.only_first", "g.only_second"])
    .select(["g.month", "g.region", "x.name as region_name"])
    .select(["w.id as image", "p.file_name", "w.captured_on"])
    .select([nameOf("a").as("first_by"), nameOf("b").as("second_by")])
    .orderBy(`g.${column}`, direction)
    .orderBy("g.key");
  const { count, page } = await countedPage(all, sorted, query);
  const people = { pair: 2, person: 1 } as Record<string, number>;
  return {
    count,
    rows: page.map((row) => ({
      key: row.key,
      image:
        row.image === null || row.file_name === null || row.captured_on === null
          ? null
          : { id: row.image, file_name: row.file_name, date: row.captured_on },
      region: referenceTo(row.region, row.region_name),
      month: row.month,
      people: [row.first_by, row.second_by].slice(0, people[query.by] ?? 0),
      fragments: row.fragments,
      images: row.images,
      compared: agreementOf(row),
    })),
  };
}
