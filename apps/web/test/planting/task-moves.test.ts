/** The one table of a task's states: what the board says of it, and the table of the guide. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type TaskStatus,
  taskStatuses,
  taskTransitions,
  transitionOf,
} from "@nihol/contract/values/plant-tree-task-states";
import { text } from "@nihol/locales/text";
import { describe, expect, test } from "vitest";
import {
  moveRefusal,
  needKeys,
  rightKey,
} from "../../src/features/planting-tasks/board/move-refusal.ts";
import { moveKey } from "../../src/features/planting-tasks/task/transition-words.ts";

const languages = ["tg", "ru", "en", "az"];

describe.each(languages)("the guide in %s", (language) => {
  const of = (key: string) => text(language, key);
  test("holds the table of states as it is", () => {
    const heads = ["rule_from", "rule_to", "rule_step", "rule_who", "rule_needs"];
    const lines = [
      heads.map((head) => of(`tasks.${head}`)),
      heads.map(() => "---"),
      ...taskTransitions.map((step) => [
        of(`planting.status_${step.from}`),
        of(`planting.status_${step.to}`),
        of(`planting.${moveKey(step.from, step.to)}`),
        of(`tasks.${rightKey(step)}`),
        needKeys(step)
          .map((need) => of(`tasks.${need}`))
          .join("; ") || "–",
      ]),
    ];
    const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
    const page = new URL(`../../../../docs/guide/${language}/tree_task.md`, import.meta.url);
    expect(readFileSync(fileURLToPath(page), "utf8")).toContain(table);
  });
});

const task = (status: TaskStatus, open: TaskStatus[], report_count = 1) => ({
  status,
  report_count,
  transitions: open.map((to) => ({ to, needs_comment: false, blocked: null })),
});

describe.each(taskStatuses)("from %s", (from) => {
  test.each(taskStatuses.filter((to) => to !== from))(
    "to %s: open, or refused with its reason",
    (to) => {
      const transition = transitionOf(from, to);
      expect(moveRefusal(task(from, [to]), to)).toBeUndefined();
      const refused = moveRefusal(task(from, []), to);
      if (!transition) expect(refused).toEqual({ text: "refused_no_step" });
      else expect(refused).toEqual({ text: "refused_right", right: rightKey(transition) });
      for (const key of [refused?.text, refused?.right])
        if (key)
          for (const one of languages) expect(text(one, `tasks.${key}`)).not.toContain("tasks.");
    },
  );
});

test("a missing report and the own submission are reasons of their own", () => {
  expect(moveRefusal(task("in_progress", [], 0), "submitted")).toEqual({
    text: "refused_nothing_reported",
  });
  const own = { to: "completed", needs_comment: false, blocked: "own_submission" } as const;
  expect(moveRefusal({ ...task("submitted", []), transitions: [own] }, "completed")).toEqual({
    text: "refused_own_submission",
  });
});
