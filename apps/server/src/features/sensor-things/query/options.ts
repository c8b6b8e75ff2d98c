/** Reads the options of a query and those in brackets of `$expand`, with the limits that no query passes. */
import { refuseField } from "../../../http/problem.ts";
import { type Expression, parseExpression } from "./expression.ts";
import { type Piece, type QueryOption, queryOptions, refuseSyntax } from "./refuse-query.ts";

/** Rows of a set in one answer, of all its sets together, levels and members of `$expand`, columns of `$orderby`, and rows passed over. */
export const queryLimits = {
  top: 100,
  maxTop: 1000,
  rows: 20_000,
  depth: 4,
  expands: 20,
  orderings: 10,
  skip: 100_000,
  seconds: 10,
  everybodySeconds: 3,
} as const;

export interface Ordering {
  segments: string[];
  isDescending: boolean;
  at: number;
}

/** A navigation to follow, with options of its own. */
export interface Expand {
  name: string;
  at: number;
  options: Options;
}

export interface Options {
  filter: Expression | undefined;
  select: { name: string; at: number }[] | undefined;
  orderings: Ordering[];
  top: number;
  skip: number;
  isCounted: boolean;
  isDataArray: boolean;
  /** Milliseconds since 1970 of the last observation of the page before. */
  after: number | undefined;
  expands: Expand[];
  /** As they were written: a link to the next page repeats them. */
  written: ReadonlyMap<QueryOption, string>;
}

/** Parts between separators that stand in no bracket and in no text. */
export function splitOutside({ option, text, at }: Piece, separator: string): Piece[] {
  const pieces: Piece[] = [];
  let [from, depth, isText] = [0, 0, false];
  for (let i = 0; i <= text.length; i += 1) {
    const letter = text.charAt(i);
    if (letter === "'") isText = !isText;
    if (!isText && letter === "(") depth += 1;
    if (!isText && letter === ")") depth -= 1;
    if (depth < 0) return refuseSyntax(option, at + i, text.slice(i));
    if (i < text.length && (isText || depth > 0 || letter !== separator)) continue;
    pieces.push({ option, text: text.slice(from, i), at: at + from });
    from = i + 1;
  }
  if (isText || depth > 0) return refuseSyntax(option, at + text.length, "");
  return pieces;
}

/** The piece without blanks at its ends. */
function trimmed({ option, text, at }: Piece): Piece {
  return { option, text: text.trim(), at: at + text.length - text.trimStart().length };
}

function wholeNumber({ option, text, at }: Piece, max: number): number {
  if (!/^\d{1,9}$/.test(text)) return refuseSyntax(option, at, text);
  const found = Number(text);
  if (found > max && option === "$skip") return refuseField("$skip", "query_skip", { max });
  return Math.min(found, max);
}

function orderingOf(piece: Piece): Ordering {
  const { option, text, at } = trimmed(piece);
  const found = /^([\w@./]+)(?:\s+(asc|desc))?$/.exec(text);
  if (!found) return refuseSyntax(option, at, text);
  return { segments: (found[1] ?? "").split("/"), isDescending: found[2] === "desc", at };
}

/** Counts what `$expand` asks for over all levels. */
interface Seen {
  expands: number;
}

/** `Datastreams/Observations($top=1)` is an expand within an expand. */
function expandOf(piece: Piece, level: number, seen: Seen): Expand {
  const { option, text, at } = trimmed(piece);
  const found = /^([A-Za-z]+)(?:(\/)(.*)|\((.*)\))?$/s.exec(text);
  seen.expands += 1;
  if (!found) return refuseSyntax(option, at, text);
  if (seen.expands > queryLimits.expands || level > queryLimits.depth)
    return refuseField("$expand", "query_too_deep", {
      max: queryLimits.depth,
      parts: queryLimits.expands,
    });
  const [, name = "", slash, rest, inner] = found;
  const begin = at + name.length + 1;
  if (slash) {
    const below = expandOf({ option, text: rest ?? "", at: begin }, level + 1, seen);
    return { name, at, options: { ...optionsOf(new Map(), level, seen), expands: [below] } };
  }
  return { name, at, options: innerOptions({ option, text: inner ?? "", at: begin }, level, seen) };
}

function innerOptions(piece: Piece, level: number, seen: Seen): Options {
  const given = new Map<QueryOption, Piece>();
  for (const part of piece.text.trim() === "" ? [] : splitOutside(piece, ";")) {
    const { option, text, at } = trimmed(part);
    const name = text.slice(0, Math.max(0, text.indexOf("=")));
    const known = queryOptions.find((one) => one === name);
    if (!known || given.has(known)) return refuseSyntax(option, at, text);
    given.set(known, {
      option,
      text: text.slice(name.length + 1),
      at: at + name.length + 1,
    });
  }
  return optionsOf(given, level, seen);
}

/** Several expands of one navigation are one: `Datastreams/Sensor,Datastreams/ObservedProperty`. */
function merged(expands: Expand[]): Expand[] {
  const byName = new Map<string, Expand>();
  for (const one of expands) {
    const known = byName.get(one.name);
    const below = known ? merged([...known.options.expands, ...one.options.expands]) : [];
    byName.set(one.name, known ? { ...known, options: { ...known.options, expands: below } } : one);
  }
  return [...byName.values()];
}

/** `option` of a piece stays the outermost one: its characters are counted there. */
function optionsOf(given: ReadonlyMap<QueryOption, Piece>, level: number, seen: Seen): Options {
  const piece = (option: QueryOption) => given.get(option);
  const list = (option: QueryOption) => {
    const found = piece(option);
    return found ? splitOutside(found, ",") : [];
  };
  const filter = piece("$filter");
  const [top, skip, count] = [piece("$top"), piece("$skip"), piece("$count")];
  const [format, token] = [piece("$resultFormat"), piece("$skiptoken")];
  if (count && !["true", "false"].includes(count.text))
    refuseSyntax(count.option, count.at, count.text);
  if (format && format.text !== "dataArray") refuseSyntax(format.option, format.at, format.text);
  if (token && !/^-?\d{1,15}$/.test(token.text)) refuseSyntax(token.option, token.at, token.text);
  const orderings = list("$orderby");
  if (orderings.length > queryLimits.orderings)
    refuseField("$orderby", "query_too_deep", {
      max: queryLimits.depth,
      parts: queryLimits.orderings,
    });
  return {
    filter: filter && parseExpression(filter),
    select:
      piece("$select") &&
      list("$select").map((one) => {
        const { text: name, at } = trimmed(one);
        return { name, at };
      }),
    orderings: orderings.map(orderingOf),
    top: top ? wholeNumber(top, queryLimits.maxTop) : queryLimits.top,
    skip: skip ? wholeNumber({ ...skip, option: "$skip" }, queryLimits.skip) : 0,
    isCounted: count?.text === "true",
    isDataArray: format !== undefined,
    after: token && Number(token.text),
    expands: merged(list("$expand").map((one) => expandOf(one, level + 1, seen))),
    written: new Map([...given].map(([option, { text }]) => [option, text])),
  };
}

/**
 * Reads the options of a call.
 * @throws {FieldProblem} under the option that is not understood, with the character
 */
export function readOptions(query: Partial<Record<QueryOption, string>>): Options {
  const given = new Map<QueryOption, Piece>();
  for (const option of queryOptions) {
    const text = query[option];
    if (text !== undefined) given.set(option, { option, text, at: 0 });
  }
  return optionsOf(given, 0, { expands: 0 });
}
