/**
 * Parses an expression of `$filter` by precedence climbing (OGC 18-088, table 22 and 23). Its size is bounded, and it
 * reads each token once: nested brackets cost no more than others.
 */
import { type Piece, type QueryOption, refuseSyntax } from "./refuse-query.ts";
import { type LiteralType, type Token, tokensOf } from "./tokens.ts";

/** A part of an expression; `at` is where it stands in the option. */
export type Expression =
  | { kind: "literal"; type: LiteralType | "boolean" | "null"; text: string; at: number }
  | { kind: "path"; segments: string[]; at: number }
  | { kind: "call"; name: string; parts: Expression[]; at: number }
  | { kind: "binary"; operator: Operator; left: Expression; right: Expression; at: number }
  | { kind: "not"; of: Expression; at: number };

export const comparisons = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
export const arithmetic = ["add", "sub", "mul", "div", "mod"] as const;
export type Comparison = (typeof comparisons)[number];
export type Arithmetic = (typeof arithmetic)[number];
export type Operator = "and" | "or" | Comparison | Arithmetic;

const strength = new Map<string, number>([
  ["or", 1],
  ["and", 2],
  ["eq", 3],
  ["ne", 3],
  ["gt", 4],
  ["ge", 4],
  ["lt", 4],
  ["le", 4],
  ["add", 5],
  ["sub", 5],
  ["mul", 6],
  ["div", 6],
  ["mod", 6],
]);
const operators: readonly Operator[] = ["and", "or", ...comparisons, ...arithmetic];
const operatorOf = ({ kind, text }: Token) =>
  kind === "name" ? operators.find((one) => one === text) : undefined;

const maxParts = 200;
const maxDepth = 30;

class Parser {
  private readonly tokens: Token[];
  private readonly option: QueryOption;
  private place = 0;
  private parts = 0;
  private depth = 0;

  constructor(piece: Piece) {
    this.tokens = tokensOf(piece);
    this.option = piece.option;
  }

  private get next(): Token {
    return this.tokens[this.place] ?? { kind: "end", text: "", at: 0 };
  }

  private refuse({ at, text } = this.next): never {
    return refuseSyntax(this.option, at, text);
  }

  private take(): Token {
    const token = this.next;
    this.place += 1;
    this.parts += 1;
    if (this.parts > maxParts) this.refuse(token);
    return token;
  }

  private is(text: string): boolean {
    return this.next.kind === "sign" && this.next.text === text;
  }

  private expect(text: string): void {
    if (!this.is(text)) this.refuse();
    this.take();
  }

  whole(): Expression {
    const expression = this.binary(1);
    if (this.next.kind !== "end") this.refuse();
    return expression;
  }

  private binary(weakest: number): Expression {
    this.depth += 1;
    if (this.depth > maxDepth) this.refuse();
    let left = this.unary();
    for (;;) {
      const operator = operatorOf(this.next);
      const own = operator === undefined ? 0 : (strength.get(operator) ?? 0);
      if (operator === undefined || own < weakest) break;
      const { at } = this.take();
      left = { kind: "binary", operator, left, right: this.binary(own + 1), at };
    }
    this.depth -= 1;
    return left;
  }

  private unary(): Expression {
    const { kind, text, at } = this.next;
    if (kind === "name" && text === "not") {
      this.take();
      // Binds more strongly than any other operator; what follows it may be in brackets.
      return { kind: "not", of: this.deeper(), at };
    }
    if (this.is("(")) {
      this.take();
      const inner = this.binary(1);
      this.expect(")");
      return inner;
    }
    return this.atom();
  }

  private deeper(): Expression {
    this.depth += 1;
    if (this.depth > maxDepth) this.refuse();
    const found = this.unary();
    this.depth -= 1;
    return found;
  }

  private atom(): Expression {
    const { kind, text, at, type } = this.next;
    if (kind === "literal" && type) {
      this.take();
      return { kind: "literal", type, text, at };
    }
    if (kind !== "name" || operatorOf(this.next)) this.refuse();
    this.take();
    if (text === "true" || text === "false") return { kind: "literal", type: "boolean", text, at };
    if (text === "null") return { kind: "literal", type: "null", text, at };
    if (this.is("(")) return { kind: "call", name: text, parts: this.list(), at };
    return { kind: "path", segments: [text, ...this.path()], at };
  }

  private list(): Expression[] {
    this.expect("(");
    const found: Expression[] = [];
    while (!this.is(")")) {
      if (found.length > 0) this.expect(",");
      found.push(this.binary(1));
    }
    this.expect(")");
    return found;
  }

  private path(): string[] {
    const segments: string[] = [];
    while (this.is("/")) {
      this.take();
      if (this.next.kind !== "name") this.refuse();
      segments.push(this.take().text);
    }
    return segments;
  }
}

/**
 * Parses the text of a `$filter`.
 * @throws {FieldProblem} with the character from which it is not understood
 */
export const parseExpression = (piece: Piece): Expression => new Parser(piece).whole();

/** The parts that all must hold: `a and (b and c)` are three. */
export function conjunctsOf(expression: Expression): Expression[] {
  if (expression.kind !== "binary" || expression.operator !== "and") return [expression];
  return [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)];
}
