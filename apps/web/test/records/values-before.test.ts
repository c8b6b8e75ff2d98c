/** Values before a change of the audit log, from the lines before it. */
import type { AuditEntry } from "@nihol/contract/audit-log";
import { expect, test } from "vitest";
import { valuesBefore } from "../../src/features/audit-log/values-before.ts";

const line = (id: number, action: string, change: AuditEntry["change"]): AuditEntry => ({
  id,
  at: `2026-11-0${id}T08:00:00.000Z`,
  actor: null,
  action,
  resource: "garden",
  resource_id: "7",
  change,
});

test("each field is what the newest earlier line of the record sent for it, and nothing where none did", () => {
  const lines = [
    line(5, "change", { soil_type: "clay" }),
    line(1, "add", { soil_type: "sand", area: 1 }),
    line(2, "change", { soil_type: "loam" }),
    line(3, "export", { area: 99 }),
    line(6, "change", { soil_type: "peat" }),
  ];
  const changed = line(5, "change", { soil_type: "clay", area: 2, photo: null });
  expect([...valuesBefore(changed, lines)]).toEqual([
    ["soil_type", "loam"],
    ["area", 1],
  ]);
  expect([...valuesBefore(line(1, "add", { soil_type: "sand" }), lines)]).toEqual([]);
});
