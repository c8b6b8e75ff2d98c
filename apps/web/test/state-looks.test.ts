import { expect, test } from "vitest";
import { taskLooks } from "../src/features/planting-tasks/task-status.tsx";
import { processLooks } from "../src/features/processes/process-status.tsx";
import { violationLooks } from "../src/features/violations/state-badge.tsx";

const tonesOf = (looks: Record<string, { tone?: string }>) =>
  Object.fromEntries(Object.entries(looks).map(([state, { tone }]) => [state, tone]));

test("a violation is news, then a warning, and good only when it is closed", () => {
  expect(tonesOf(violationLooks)).toEqual({
    new: "info",
    under_review: "info",
    confirmed: "watch",
    referred: "watch",
    closed: "good",
    dismissed: "unknown",
  });
});

test("the colour of success belongs to what is done", () => {
  for (const looks of [taskLooks, processLooks]) {
    const tones = Object.entries(tonesOf(looks));
    expect(tones.filter(([, tone]) => tone === "good").map(([state]) => state)).toEqual([
      "completed",
    ]);
  }
});
