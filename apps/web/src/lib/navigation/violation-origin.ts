/** Record from which a new violation is opened, as `?open=` of its screen holds it. */

import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";

export type ViolationOrigin =
  | { comparison: number; garden: number | null; tree: number | null }
  | { device: number; parameter: Parameter }
  | { alert: number }
  | { task: number };

/** "new-comparison-12-3-0": zero where there is no garden or no tree; "new-device-4-soil_ph"; "new-alert-7"; "new-task-10". */
export function newViolationFrom(origin: ViolationOrigin): string {
  if ("comparison" in origin)
    return `new-comparison-${origin.comparison}-${origin.garden ?? 0}-${origin.tree ?? 0}`;
  if ("alert" in origin) return `new-alert-${origin.alert}`;
  if ("task" in origin) return `new-task-${origin.task}`;
  return `new-device-${origin.device}-${origin.parameter}`;
}

/** Reads `newViolationFrom`; undefined for any other text. */
export function readOrigin(open: string): ViolationOrigin | undefined {
  const compared = /^new-comparison-(\d+)-(\d+)-(\d+)$/.exec(open);
  if (compared) {
    const [, comparison, garden, tree] = compared.map(Number);
    return { comparison: comparison ?? 0, garden: garden || null, tree: tree || null };
  }
  const alert = /^new-alert-(\d+)$/.exec(open);
  if (alert) return { alert: Number(alert[1]) };
  const task = /^new-task-(\d+)$/.exec(open);
  if (task) return { task: Number(task[1]) };
  const measured = /^new-device-(\d+)-(\w+)$/.exec(open);
  if (!measured) return undefined;
  return { device: Number(measured[1]), parameter: measured[2] ?? "" };
}
