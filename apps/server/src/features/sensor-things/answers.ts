/** Entities as JSON (OGC 18-088, 8.1 and 9.2): control information, properties, links and what is expanded. */
import {
  type EntitySet,
  entityAddress,
  model,
  ownValue,
  plainName,
  type Relation,
} from "./model/model.ts";
import type { Options } from "./query/options.ts";
import type { QueryOption } from "./query/refuse-query.ts";
import { shownProperties } from "./rows/ask-sql.ts";
import type { Entity, Page } from "./rows/entities.ts";

export type Json = Record<string, unknown>;

export const selfLinkOf = (base: string, { set, id }: Entity) =>
  `${base}/${entityAddress(set, id)}`;

/** Navigations that are linked: all, or those that `$select` names. */
const isLinked = (name: string, { select }: Options) =>
  select === undefined || select.some((one) => one.name === name);

/** An entity with everything below it. */
export function writeEntity(base: string, entity: Entity, options: Options): Json {
  const { set, values } = entity;
  const self = selfLinkOf(base, entity);
  const isWhole = !options.select || options.select.some(({ name }) => plainName(name) === "id");
  const written: Json = isWhole ? { "@iot.id": entity.id, "@iot.selfLink": self } : {};
  for (const name of shownProperties(set, options))
    if (name !== "id") written[name] = values[name] ?? null;
  for (const [name, relation] of Object.entries(model[set].relations)) {
    const page = entity.below.get(name);
    const expand = options.expands.find((one) => one.name === name);
    if (page && expand)
      Object.assign(
        written,
        belowOf(base, `${self}/${name}`, name, relation, page, expand.options),
      );
    else if (isLinked(name, options)) written[`${name}@iot.navigationLink`] = `${self}/${name}`;
  }
  return written;
}

function belowOf(
  base: string,
  address: string,
  name: string,
  { isMany }: Relation,
  page: Page,
  options: Options,
): Json {
  const entities = page.entities.map((one) => writeEntity(base, one, options));
  if (!isMany) return { [name]: entities[0] ?? null };
  const next = nextLink(address, page, options);
  return {
    ...(page.count !== undefined && { [`${name}@iot.count`]: page.count }),
    [name]: entities,
    ...(next && { [`${name}@iot.nextLink`]: next }),
  };
}

const isByTime = (set: EntitySet | undefined, address: string, { orderings }: Options) =>
  set === "Observations" &&
  address.includes("/Datastreams(") &&
  orderings.every(({ segments }) => ["phenomenonTime", "resultTime"].includes(segments.join("/")));

/** The address of the page behind this one: everything as it was asked, and where to go on. */
export function nextLink(address: string, page: Page, options: Options): string | undefined {
  if (!page.hasMore || options.top === 0) return undefined;
  const query = new URLSearchParams();
  const put = (option: QueryOption, value: string) => query.set(option, value);
  for (const [option, value] of options.written) put(option, value);
  const last = page.entities.at(-1);
  const at = ownValue<unknown>(last?.links ?? {}, "ts");
  // By the moment of the last row a page deep in the years costs as little as the first.
  if (isByTime(last?.set, address, options) && typeof at === "number") {
    put("$skiptoken", String(at));
    query.delete("$skip");
  } else put("$skip", String(options.skip + options.top));
  return `${address}?${query.toString().replaceAll("%24", "$")}`;
}

/** A page of a set. */
export function writePage(base: string, address: string, page: Page, options: Options): Json {
  const next = nextLink(address, page, options);
  return {
    ...(page.count !== undefined && { "@iot.count": page.count }),
    ...(next && { "@iot.nextLink": next }),
    value: page.entities.map((one) => writeEntity(base, one, options)),
  };
}

const components = ["id", "phenomenonTime", "result", "resultTime", "resultQuality"];

/** Observations as rows of values, a table for each datastream (OGC 18-088, 12). */
export function writeDataArrays(base: string, address: string, page: Page, options: Options): Json {
  const shown = shownProperties("Observations", options);
  const columns = components.filter((one) => shown.includes(one));
  const tables = new Map<string, unknown[][]>();
  for (const { links, values, id } of page.entities) {
    const stream = entityAddress("Datastreams", `${links.device_id}-${links.key}`);
    const rows = tables.get(stream) ?? [];
    rows.push(columns.map((name) => (name === "id" ? id : (values[name] ?? null))));
    tables.set(stream, rows);
  }
  const next = nextLink(address, page, options);
  return {
    ...(page.count !== undefined && { "@iot.count": page.count }),
    ...(next && { "@iot.nextLink": next }),
    value: [...tables].map(([stream, rows]) => ({
      "Datastream@iot.navigationLink": `${base}/${stream}`,
      components: columns.map((name) => (name === "id" ? "@iot.id" : name)),
      "dataArray@iot.count": rows.length,
      dataArray: rows,
    })),
  };
}

/** Links alone, of a page for which `$ref` asks. */
export function writeReferences(base: string, address: string, page: Page, options: Options): Json {
  const next = nextLink(`${address}/$ref`, page, options);
  return {
    ...(page.count !== undefined && { "@iot.count": page.count }),
    ...(next && { "@iot.nextLink": next }),
    value: page.entities.map((one) => ({ "@iot.selfLink": selfLinkOf(base, one) })),
  };
}
