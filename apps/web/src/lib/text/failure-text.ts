import type { TFunction } from "i18next";
import { ApiError } from "../api/api-error.ts";
import { isPartError } from "../navigation/part-error.ts";

/**
 * Tells in the reader's language what happened: the server's sentence, else the reasons it gave under its fields, else
 * ours. `t` must know the texts of `errors`. Where a form shows some of the fields itself, `FormFailure` says the rest.
 */
export function failureText(error: unknown, t: TFunction): string {
  if (isPartError(error)) return t("errors:network");
  if (!(error instanceof ApiError)) return t("errors:unknown");
  if (error.code === "network") return t("errors:network");
  const reasons = [...new Set(Object.values(error.fields))].join(" ");
  return (
    error.detail || reasons || t(error.status >= 500 ? "errors:server_error" : "errors:unknown")
  );
}
