/** Rows that count casts: `as T` in what is shipped, and among them those of what the database holds. */
import { product, type Source } from "../../test/architecture/sources.ts";
import { withoutComments } from "./counted-text.ts";
import { atMost, type Row } from "./row.ts";

interface Cast {
  path: string;
  part: string;
  /** Source line of the cast, without comments, SQL and texts. */
  text: string;
  line: number;
}

/** SQL says `as name` too; inside `${…}` stands code again. */
const withoutSql = (code: string) =>
  code.replace(/\bsql(?:<[^`]*?>)?`(?:[^`$]|\$\{(?:[^`{}]|\{[^{}]*\}|`[^`]*`)*\}|\$)*`/g, (found) =>
    found.replace(/[^\n]/g, " "),
  );
const withoutTexts = (code: string) =>
  code
    .replace(/"(?:[^"\\\n]|\\.)*"/g, (found) =>
      / as /.test(found) ? `"${" ".repeat(found.length - 2)}"` : found,
    )
    .replace(/^(?:import|export)\b[^;]*?from\s*"[^"]*";/gm, (found) =>
      found.replace(/[^\n]/g, " "),
    );

const cast = /[\w)\]}!"'`]\s+as (?!(?:const|keyof|a|an|it|the)\b)(?=[\w{[(*"'])([^;\n]*)/g;

function castsOf({ path, part, text }: Source): Cast[] {
  if (/\.gen\.ts$/.test(path)) return [];
  const code = withoutTexts(withoutSql(withoutComments(text)));
  return [...code.matchAll(cast)].map((found) => {
    const start = code.lastIndexOf("\n", found.index) + 1;
    const end = code.indexOf("\n", found.index + 1);
    const line = code.slice(0, found.index).split("\n").length;
    return { path, part, line, text: code.slice(start, end < 0 ? undefined : end).trim() };
  });
}

/** Every cast of the product, but `as const` and `as keyof`. */
export const allCasts = (): Cast[] => product.flatMap(castsOf);

const fromDatabase = ["db", "seed", "server", "store", "worker"];
const column =
  /\b(?:\w*name|names|boundary|bbox|center|coverage|facts|status|state|kind|review|review_reason|language|result|problem|message|permissions|soil_texture|step|area|area_kind|list|format|query|reach|actor|category|change|box|footprint|(?:from|to)_\w+|latest|stored|rows?)\??\)* as /;
const held =
  /\bas (?:unknown as )?(?:Names|Record<string, string>|MultiPolygon|Areal|Bbox|ImageFacts|PictureFacts|Permissions|\w+(?:State|Status|Kind|Review|Language)\b|\w+\["\w+"\])/;
/** A cast of a row's value: by the column that is cast, or by the type that a column holds. */
const isOfRow = ({ part, text }: Cast) =>
  fromDatabase.includes(part) && (column.test(text) || held.test(text));

const byPart = (casts: readonly Cast[]) =>
  [...Map.groupBy(casts, ({ part }) => part)]
    .map(([part, found]) => `${part}: ${found.length}`)
    .sort();
const asLine = ({ path, line, text }: Cast) => `${path}:${line} ${text}`;

/** Casts of JSON, states and tuples that a column's own type should say. */
export function rowCasts(): Row {
  const found = allCasts().filter(isOfRow);
  return atMost("casts of JSON and states", found.length, 9, [
    ...byPart(found),
    ...found.map(asLine),
  ]);
}

/** All casts, part by part. They have no goal of their own: most read a place of an array that is there. */
export function casts(): Row {
  const found = allCasts();
  const ofPlaces = found.filter(({ text }) => /\]\s+as \w+/.test(text)).length;
  return atMost("casts in all", found.length, 500, [
    `of them of a place of an array (\`list[i] as T\`): ${ofPlaces}`,
    ...byPart(found),
  ]);
}
