/** Errors that a route throws to refuse: a stable code; the text comes in the request's language. */
import type { ErrorCode } from "@nihol/contract/values/errors";
import type { Permission } from "@nihol/contract/values/permissions";

export type Params = Record<string, string | number>;

/** A refused call: answered as `{detail, code}`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Params;
  readonly headers: Record<string, string>;
  /** The text's key where it says more than the code's own text. */
  readonly saying: string;

  constructor(
    status: number,
    code: ErrorCode | string,
    params: Params = {},
    headers: Record<string, string> = {},
    saying: string = code,
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.params = params;
    this.headers = headers;
    this.saying = saying;
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
/** The role is missing what is needed: one right, when it is named. The scope has refusals of its own. */
export const denied = (right?: Permission) =>
  right === undefined
    ? new Problem(403, "permission_denied")
    : new Problem(403, "permission_denied", { right }, {}, "role_lacks_right");
