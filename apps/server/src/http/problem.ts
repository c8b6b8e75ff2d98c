/** What a route throws to refuse: a stable code; the text comes in the request's language. */
import type { ErrorCode } from "@nihol/contract/errors";

export type Params = Record<string, string | number>;

/** A refused call: answered as `{detail, code}`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Params;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ErrorCode | string,
    params: Params = {},
    headers: Record<string, string> = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.params = params;
    this.headers = headers;
  }
}

/** A 400 whose texts stand under the form's fields: `{field: [text]}`. */
export class FieldProblem extends Error {
  readonly fields: Record<string, { code: string; params?: Params }[]>;

  constructor(fields: Record<string, { code: string; params?: Params }[]>) {
    super("invalid fields");
    this.fields = fields;
  }
}

/** @throws {FieldProblem} always: one code under one field. */
export function refuseField(field: string, code: ErrorCode | string, params?: Params): never {
  throw new FieldProblem({ [field]: [{ code, params }] });
}

export const notFound = () => new Problem(404, "not_found");
export const denied = () => new Problem(403, "permission_denied");
