import type { TFunction } from "i18next";
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/**
 * The text for one problem that a schema found. The contract's schemas carry an error code as
 * their message; what carries none is empty, too short, too long or simply not valid.
 */
export function issueText(issue: Issue, values: unknown, t: TFunction): string {
  const range = {
    min: "minimum" in issue ? String(issue.minimum) : "",
    max: "maximum" in issue ? String(issue.maximum) : "",
  };
  if (isEmpty(valueAt(values, issue.path))) return t("errors:required");
  if (/^[a-z_]+$/.test(issue.message)) return t(`errors:${issue.message}`, range);
  if (issue.code === "too_small" && issue.origin === "string") return t("errors:too_short", range);
  if (issue.code === "too_big" && issue.origin === "string") return t("errors:too_long", range);
  return t("errors:invalid");
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value = values;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}
