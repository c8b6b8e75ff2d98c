import { z } from "./z.ts";

/**
 * Stable error codes. The text in the reader's language is `errors.<code>` in packages/locales;
 * schemas use a code as their message, so both sides translate the same decision.
 */
export const errorCodes = [
  "required",
  "too_long",
  "too_short",
  "invalid",
  "email",
  "password_too_short",
  "password_too_long",
  "password_common",
  "password_contains_email",
  "password_wrong",
  "email_taken",
  "name_taken",
  "not_authenticated",
  "no_active_account",
  "too_many_attempts",
  "token_invalid",
  "permission_denied",
  "permission_not_held",
  "built_in_role",
  "preview_only_reads",
  "last_master_admin",
  "own_account",
  "not_found",
  "conflict",
  "in_use",
  "page_not_found",
  "file_too_large",
  "file_type",
  "file_empty",
  "file_damaged",
  "disk_full",
  "out_of_reach",
  "bad_boundary",
  "garden_overlaps_nothing",
  "process_running",
  "process_not_running",
  "nothing_to_restart",
  "upload_not_ready",
  "duplicate_image",
  "area_outside_image",
  "server_error",
  "busy",
  "unsupported_media_type",
  "date_in_future",
  "count_range",
  "tree_type_twice",
  "due_before_assigned",
  "transition_refused",
  "nothing_reported",
  "task_closed",
  "report_closed",
  "place_required",
  "state_not_allowed",
  "file_kind",
  "file_name_mismatch",
  "file_encrypted",
  "file_active",
  "file_duplicate",
  "file_uncheckable",
  "image_too_large",
  "archive_damaged",
  "archive_empty",
  "archive_entry",
  "archive_nested",
  "archive_too_large",
  "archive_bomb",
  "archive_unsafe_path",
  "too_many_rows",
  "export_not_ready",
  "interrupted",
  "device_has_readings",
  "device_retired",
  "range_too_long",
  "range_order",
  "csv_not_text",
  "csv_no_columns",
  "csv_no_device",
  "csv_too_many_rows",
  "timezone_unknown",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** `{detail, code}`: the answer of every refused call but a 400. */
export const problemSchema = z
  .object({ detail: z.string(), code: z.string() })
  .meta({ id: "Problem" });
/** `{field: [text], non_field_errors: [text]}`: the answer of a 400. */
export const fieldProblemsSchema = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: "FieldProblems" });
export type Problem = z.output<typeof problemSchema>;
