/** Features whose rows are few: regions, districts, gardens and devices, in the order of their ids. */

import type { OgcFeature } from "@nihol/contract/open-data/ogc";
import type { OpenCollection } from "@nihol/contract/values/open-data/collections";
import type { Db } from "@nihol/db/connection";
import { meetsBox } from "@nihol/geo/clip-to-box";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { devicePlace, gardenPlace } from "@nihol/policies/sees";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { districtsVisibleTo, regionsVisibleTo } from "../../policies/territory.ts";
import type { FeatureQuery } from "../../shared/open-data/feature-query.ts";
import { allOf } from "../../shared/rows/all-of.ts";

type ShapeCollection = Exclude<OpenCollection, "trees">;

/** A page of features, and where the next one begins. */
export interface FeaturePage {
  features: OgcFeature[];
  after: string | undefined;
}

interface Source {
  /** The table with its alias. */
  rows: RawBuilder<unknown>;
  alias: string;
  visible: (actor: Actor) => Expression<SqlBool>;
  /** A jsonb object. */
  properties: RawBuilder<unknown>;
}

const names = (alias: string) => {
  const name = sql.ref(`${alias}.name`);
  return sql`'name_tg', ${name}->'tg', 'name_ru', ${name}->'ru', 'name_en', ${name}->'en',
    'name_az', ${name}->'az'`;
};

/** Only what may be published: no person, no organization, no token, no reading. */
const sources: Record<ShapeCollection, Source> = {
  regions: {
    rows: sql`region r`,
    alias: "r",
    visible: regionsVisibleTo,
    properties: sql`jsonb_build_object(${names("r")}, 'code', r.code, 'area_m2', r.area_m2)`,
  },
  districts: {
    rows: sql`district d`,
    alias: "d",
    visible: districtsVisibleTo,
    properties: sql`jsonb_build_object(${names("d")}, 'code', d.code, 'kind', d.kind,
      'area_m2', d.area_m2, 'region_id', d.region_id)`,
  },
  gardens: {
    rows: sql`garden g`,
    alias: "g",
    visible: (actor) => visibleTo(actor, gardenPlace),
    properties: sql`jsonb_build_object(${names("g")}, 'area_m2', g.area_m2,
      'region_id', g.region_id, 'district_id', g.district_id)`,
  },
  devices: {
    // A point is a box of no size; what is out of service is not listed either.
    rows: sql`(select *, array[longitude, latitude, longitude, latitude] as bbox, null::jsonb as boundary
      from device where not retired) v`,
    alias: "v",
    visible: (actor) => visibleTo(actor, devicePlace),
    properties: sql`jsonb_build_object('name', v.name, 'type', v.type, 'garden_id', v.garden_id,
      'region_id', v.region_id, 'district_id', v.district_id)`,
  },
};

/** Stored bytes of the borders of one page; a country's may be megabytes each. */
const pageBytes = 2_000_000;

const inBoxes = (boxes: readonly Bbox[], alias: string) => {
  const box = sql.ref(`${alias}.bbox`);
  const each = boxes.map(
    ([west, south, east, north]) => sql<SqlBool>`(${box}[1] <= ${east} and ${box}[3] >= ${west}
      and ${box}[2] <= ${north} and ${box}[4] >= ${south})`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
};

function found({ rows, alias, visible }: Source, actor: Actor, boxes: Bbox[] | undefined) {
  const conditions = [visible(actor), ...(boxes ? [inBoxes(boxes, alias)] : [])];
  return sql`${rows} where ${allOf(conditions)}`;
}

interface ShapeRow {
  id: number;
  properties: Record<string, unknown>;
  boundary: MultiPolygon | null;
  bbox: Bbox | null;
  /** Rows that were found for this page, whether or not they had room. */
  held: number;
}

function toFeature(collection: ShapeCollection, row: ShapeRow): OgcFeature {
  const { id, properties, boundary, bbox } = row;
  const geometry: OgcFeature["geometry"] =
    collection === "devices" && bbox
      ? { type: "Point", coordinates: [bbox[0], bbox[1]] }
      : boundary;
  return { type: "Feature", id, geometry, properties };
}

/** A page after an id; it ends early where its borders would be too large together. */
export async function listShapes(
  db: Db,
  actor: Actor,
  collection: ShapeCollection,
  { boxes, limit, after = "0" }: FeatureQuery,
): Promise<FeaturePage> {
  const source = sources[collection];
  const id = sql.ref(`${source.alias}.id`);
  const { rows } = await sql<ShapeRow>`
    with found as (
      select ${id} as id, coalesce(pg_column_size(${sql.ref(`${source.alias}.boundary`)}), 0) as bytes
      from ${found(source, actor, boxes)} and ${id} > ${after}::bigint
      order by 1 limit ${limit + 1}),
    sized as (select id, sum(bytes) over (order by id) - bytes as before from found)
    select ${id} as id, ${source.properties} as properties, ${sql.ref(`${source.alias}.boundary`)} as boundary,
      ${sql.ref(`${source.alias}.bbox`)} as bbox, (select count(*) from found)::int as held
    from sized join ${source.rows} on ${id} = sized.id
    where sized.before < ${pageBytes} order by ${id} limit ${limit}`.execute(db);
  const last = rows.at(-1);
  const features = rows
    .filter(({ boundary }) => !boxes || !boundary || boxes.some((box) => meetsBox(boundary, box)))
    .map((row) => toFeature(collection, row));
  return { features, after: last && last.held > rows.length ? String(last.id) : undefined };
}

/** Finds a feature within the actor's scope. */
export async function findShape(
  db: Db,
  actor: Actor,
  collection: ShapeCollection,
  wanted: number,
): Promise<OgcFeature | undefined> {
  const source = sources[collection];
  const { rows } = await sql<ShapeRow>`
    select ${sql.ref(`${source.alias}.id`)} as id, ${source.properties} as properties,
      ${sql.ref(`${source.alias}.boundary`)} as boundary, ${sql.ref(`${source.alias}.bbox`)} as bbox, 1 as held
    from ${found(source, actor, undefined)} and ${sql.ref(`${source.alias}.id`)} = ${wanted}`.execute(
    db,
  );
  return rows[0] && toFeature(collection, rows[0]);
}

/** Number of shapes, and the bounds of all. */
export async function boundsOfShapes(db: Db, actor: Actor, collection: ShapeCollection) {
  const source = sources[collection];
  const box = sql.ref(`${source.alias}.bbox`);
  const { rows } = await sql<{ n: number; bbox: Bbox | null }>`
    select count(*) as n, case when count(${box}) > 0 then
      array[min(${box}[1]), min(${box}[2]), max(${box}[3]), max(${box}[4])] end as bbox
    from ${found(source, actor, undefined)}`.execute(db);
  return { count: Number(rows[0]?.n ?? 0), bbox: rows[0]?.bbox ?? undefined, days: undefined };
}
