type ErrorBody = { status: number; detail: string; code: string; fields?: Record<string, string> };

/** A refused call: the server's message in the reader's language. `status` 0: no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** Text for each field that was refused, by dotted path (`name.tg`). `detail` concerns the whole form. */
  readonly fields: Record<string, string>;

  constructor(body: ErrorBody) {
    super(body.detail || body.code);
    this.name = "ApiError";
    this.status = body.status;
    this.detail = body.detail;
    this.code = body.code;
    this.fields = body.fields ?? {};
  }
}

/** Reads a refusal: `{detail, code}` or, for validation, `{field: ["text"], …}`. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return errorFromBody(response.status, body);
}

/** The same from a body that is already parsed (uploads). */
export function errorFromBody(status: number, body: unknown): ApiError {
  const record = isRecord(body) ? body : {};
  const { detail, code, ...rest } = record;
  const fields: Record<string, string> = {};
  collect(rest, "", fields);
  const { non_field_errors: ofWhole = "", ...own } = fields;
  return new ApiError({
    status,
    detail: typeof detail === "string" ? detail : ofWhole,
    code: typeof code === "string" ? code : status >= 500 ? "server_error" : "invalid",
    fields: own,
  });
}

function collect(value: unknown, path: string, into: Record<string, string>): void {
  if (typeof value === "string") into[path] = value;
  else if (Array.isArray(value) && typeof value[0] === "string") into[path] = value.join(" ");
  else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      collect(inner, path ? `${path}.${key}` : key, into);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
