/** Description of a list as a file, by its feature: the columns, and the query that the screen uses. */

import type { PageQuery } from "@nihol/contract/paging";
import type { ResourceDefinition, RowOf } from "@nihol/contract/resource";
import {
  type ExportFormat,
  mapFormats,
  tableFormats,
  trainingFormats,
} from "@nihol/contract/values/exports";
import type { MultiPolygon as SentShape } from "@nihol/contract/values/geometry";
import type { Access } from "@nihol/contract/values/permissions";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { ShapeKind } from "@nihol/geo/files/shapefile";
import type { NamedShape } from "@nihol/geo/files/write-boundary";
import type { TextLanguage } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import { orderOf } from "../../http/paging.ts";
import type { ListRows } from "../crud.ts";
import type { Words } from "./words.ts";

/** Moments are ISO texts with their zone, dates "2026-05-14". */
export type CellKind = "text" | "number" | "boolean" | "date" | "moment";
export type CellValue = string | number | boolean | null | undefined;

/** Column: `title` is a key of packages/locales ("gardens.name"). */
export type ExportColumn<Row> = { title: string } & (
  | {
      kind?: "text";
      value: (row: Row, words: Words, query: PageQuery) => string | null | undefined;
    }
  | {
      kind: "number";
      /** Decimals at most; none when left out. */
      digits?: number;
      value: (row: Row) => number | null | undefined;
    }
  | { kind: "boolean"; value: (row: Row) => boolean | null | undefined }
  | { kind: "date" | "moment"; value: (row: Row) => string | null | undefined }
);

interface Counted<Row> {
  count: number;
  rows: Row[];
}

/** `[lon, lat]` in degrees. */
interface SentPoint {
  type: "Point";
  coordinates: [number, number];
}

type ShapeOf<Kind extends ShapeKind, Row, Sent> = { kind: Kind } & (
  | { query: Record<string, string>; of: (row: Row) => Sent | null }
  /** For rows that do not hold their shapes: read for a page at once, in the order of its rows. */
  | { read: (db: Db, rows: readonly Row[]) => Promise<(Sent | null)[]> }
);

interface Definition<Query extends z.ZodType<PageQuery>, Row> {
  /** Right to see the list; asked for when the file is ordered and again when it is fetched. */
  access: Access;
  /** The list's name, a key of packages/locales: names the file and the sheet. */
  title: string;
  /** The schema of the list call's query. */
  query: Query;
  /** The list function that the screen uses. It reads `page` and `page_size`; the page is larger here. */
  rows: (
    db: Db,
    actor: Actor,
    query: z.output<Query>,
    language: TextLanguage,
  ) => Promise<Counted<Row>>;
  columns: ExportColumn<Row>[];
  /** For rows with a shape: of which kind, what to ask for besides, and where it is then. */
  shape?: ShapeOf<"Point", Row, SentPoint> | ShapeOf<"MultiPolygon", Row, SentShape>;
  /** For rows that are images: the number of each, by which its fragments are taken for training. */
  image?: (row: Row) => number;
}

/** A row of the file: a value for each heading. */
export interface ExportRow {
  cells: CellValue[];
  shape: NamedShape["geometry"];
  /** The number of the image that it is, where the list is one of images. */
  image?: number;
}
export interface Heading {
  title: string;
  kind: CellKind;
  digits: number;
}

/** A list that can be exported, whatever its rows are. */
export interface ListExport {
  access: Access;
  title: string;
  formats: readonly ExportFormat[];
  headings: Heading[];
  /** Kind of shape that rows are on a map; left out where they are nowhere. */
  shapeKind?: ShapeKind;
  /** Query that the list is asked with besides when shapes are wanted. */
  shapeQuery: Record<string, string>;
  /** Validates a query as the list call does. */
  parse: (query: Record<string, unknown>) => ReturnType<z.ZodType<PageQuery>["safeParse"]>;
  /**
   * Page of what `query` (parsed before) asks for; its shapes only where they are wanted.
   * @throws FieldProblem for an unknown order
   */
  page: (
    db: Db,
    actor: Actor,
    query: PageQuery,
    words: Words,
    withShapes?: boolean,
  ) => Promise<Counted<ExportRow>>;
}

type RowShape = NamedShape["geometry"];

/** The shapes of a page, by the places of its rows. */
async function shapesOf<Query extends z.ZodType<PageQuery>, Row>(
  db: Db,
  rows: readonly Row[],
  shape: Definition<Query, Row>["shape"],
): Promise<RowShape[]> {
  if (!shape) return [];
  return "read" in shape ? shape.read(db, rows) : rows.map((row) => shape.of(row));
}

/** Hides the type of a list's rows, so that all lists stand in one register. */
export function listExport<Query extends z.ZodType<PageQuery>, Row>(
  definition: Definition<Query, Row>,
): ListExport {
  const { access, title, columns, shape, image } = definition;
  return {
    access,
    title,
    formats: [...tableFormats, ...(shape ? mapFormats : []), ...(image ? trainingFormats : [])],
    headings: columns.map((column) => ({
      title: column.title,
      kind: column.kind ?? "text",
      digits: column.kind === "number" ? (column.digits ?? 0) : 0,
    })),
    ...(shape && { shapeKind: shape.kind }),
    shapeQuery: shape && "query" in shape ? shape.query : {},
    parse: (query) => definition.query.safeParse(query),
    async page(db, actor, query, words, withShapes = false) {
      const asked = query as z.output<Query>;
      const { count, rows } = await definition.rows(db, actor, asked, words.language);
      const shapes = withShapes ? await shapesOf(db, rows, shape) : [];
      return {
        count,
        rows: rows.map((row, i) => ({
          cells: columns.map((column) => column.value(row, words, query)),
          shape: shapes[i] ?? null,
          ...(image && { image: image(row) }),
        })),
      };
    },
  };
}

/** The list of a resource as a file: its right, its query and its orders are the resource's. */
export const resourceExport = <R extends ResourceDefinition>(
  of: R,
  {
    rows,
    ...columns
  }: { rows: ListRows<R> } & Pick<
    Definition<R["query"], RowOf<R>>,
    "title" | "columns" | "shape" | "image"
  >,
): ListExport =>
  listExport<R["query"], RowOf<R>>({
    ...columns,
    access: `${of.rights}.view`,
    query: of.query,
    rows: (db, actor, query, language) =>
      rows(db, actor, query, orderOf(query.ordering, of.orderings, of.order), language),
  });
