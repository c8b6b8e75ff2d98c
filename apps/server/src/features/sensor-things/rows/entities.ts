/** Reads entities with what `$expand` adds to them: a statement for each navigation, whatever the number of rows. */
import { refuseField } from "../../../http/problem.ts";
import { type EntitySet, type LinkColumn, linkColumns, model, ownValue } from "../model/model.ts";
import { type Options, queryLimits } from "../query/options.ts";
import { refuseName } from "../query/refuse-query.ts";
import { limitStatements, type Reader } from "../statements/reader-sql.ts";
import type { Ask, Budget, Found, Links, LinkValue } from "./ask-sql.ts";
import { countRows, listRows } from "./row-queries.ts";

export interface Entity {
  set: EntitySet;
  id: LinkValue;
  /** Properties as they are answered. */
  values: Readonly<Record<string, unknown>>;
  links: Links;
  /** Pages that were expanded, by navigation. */
  below: Map<string, Page>;
}

/** Entities of one parent. */
export interface Page {
  entities: Entity[];
  hasMore: boolean;
  count: number | undefined;
  /** Entities that are written for it: those below several of them count as often. */
  size: number;
}

const isLinkValue = (value: unknown): value is LinkValue =>
  typeof value === "string" || typeof value === "number";

function entityOf(set: EntitySet, row: Found): Entity {
  const links: Links = {};
  for (const link of linkColumns) {
    const value = row[`link_${link}`];
    if (isLinkValue(value)) links[link] = value;
  }
  return { set, id: isLinkValue(row.id) ? row.id : "", values: row, links, below: new Map() };
}

const keyOf = (links: Links, by: readonly LinkColumn[]) =>
  by.map((link) => links[link] ?? "").join("\n");

/** Reads a page for each parent, and what is expanded below all of them. */
export async function readPages(reader: Reader, ask: Ask, budget: Budget): Promise<Page[]> {
  const { set, options, parents } = ask;
  await limitStatements(reader);
  const rows = await listRows(reader, ask, budget);
  const counts = options.isCounted ? await countRows(reader, ask) : [];
  const pages = parents.map(
    (_parent, n): Page => ({ entities: [], hasMore: false, count: counts[n], size: 0 }),
  );
  for (const row of rows) {
    const page = pages[row.parent];
    if (!page) continue;
    if (page.entities.length < options.top) page.entities.push(entityOf(set, row));
    else page.hasMore = true;
  }
  await expandBelow(
    reader,
    set,
    pages.flatMap(({ entities }) => entities),
    options,
    budget,
  );
  for (const page of pages) page.size = writtenSize(page);
  return pages;
}

/** @throws {FieldProblem} where an answer would be too large: a page that many share is read once and written for each */
function writtenSize({ entities }: Page): number {
  let size = entities.length;
  for (const { below } of entities) for (const page of below.values()) size += page.size;
  if (size > queryLimits.rows) refuseField("$expand", "query_too_many", { max: queryLimits.rows });
  return size;
}

/** Entities that share what is below them get one and the same page: a thousand observations have one datastream. */
async function expandBelow(
  reader: Reader,
  set: EntitySet,
  entities: readonly Entity[],
  { expands }: Options,
  budget: Budget,
): Promise<void> {
  for (const { name, at, options } of expands) {
    const relation = ownValue(model[set].relations, name);
    if (!relation) return refuseName("$expand", at, name, set);
    const { to, by } = relation;
    const parents = new Map(entities.map(({ links }) => [keyOf(links, by), links]));
    const ask = { set: to, by, parents: [...parents.values()], options };
    const pages = await readPages(reader, ask, budget);
    const byKey = new Map([...parents.keys()].map((key, n) => [key, pages[n]]));
    for (const { links, below } of entities) {
      const page = byKey.get(keyOf(links, by));
      if (page) below.set(name, page);
    }
  }
}
