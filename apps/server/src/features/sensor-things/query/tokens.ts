/** Splits an expression of `$filter` or `$orderby` into tokens (OGC 18-088, 9.3.3.5; literals as in OData 4.0 ABNF). */
import { type Piece, refuseSyntax } from "./refuse-query.ts";

export type LiteralType = "text" | "number" | "time" | "date" | "duration" | "geometry";

/** A token, and where it begins. */
export interface Token {
  kind: "name" | "literal" | "sign" | "end";
  text: string;
  at: number;
  /** Of a literal. */
  type?: LiteralType;
}

const time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})/y;
const date = /\d{4}-\d{2}-\d{2}(?![\dT])/y;
const number = /-?\d{1,18}(\.\d{1,18})?([eE][+-]?\d{1,3})?(?![\w.])/y;
const quoted = /(geography|geometry|duration)?'((?:[^']|'')*)'/y;
const name = /@?[A-Za-z_$][\w.]*/y;
const sign = /[(),/]/y;

/** Text that a pattern finds exactly at a place. */
function matchAt(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function quotedType(prefix: string | undefined): LiteralType {
  if (prefix === "duration") return "duration";
  return prefix === undefined ? "text" : "geometry";
}

/** Reads one token; undefined where none begins. */
function tokenAt(text: string, at: number): { token: Omit<Token, "at">; end: number } | undefined {
  const string = matchAt(quoted, text, at);
  if (string) {
    const [whole, prefix, inner = ""] = string;
    const type = quotedType(prefix);
    return {
      token: { kind: "literal", text: inner.replaceAll("''", "'"), type },
      end: at + whole.length,
    };
  }
  for (const [type, pattern] of [
    ["time", time],
    ["date", date],
    ["number", number],
  ] as const) {
    const found = matchAt(pattern, text, at);
    if (found)
      return { token: { kind: "literal", text: found[0], type }, end: at + found[0].length };
  }
  for (const [kind, pattern] of [
    ["name", name],
    ["sign", sign],
  ] as const) {
    const found = matchAt(pattern, text, at);
    if (found) return { token: { kind, text: found[0] }, end: at + found[0].length };
  }
  return undefined;
}

/**
 * All tokens of a text, with one of kind `end` behind them.
 * @throws {FieldProblem} where no token begins
 */
export function tokensOf({ option, text, at: offset }: Piece): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = tokenAt(text, at);
    if (!found) return refuseSyntax(option, offset + at, text.slice(at));
    tokens.push({ ...found.token, at: offset + at });
    at = found.end;
  }
  return [...tokens, { kind: "end", text: "", at: offset + text.length }];
}
