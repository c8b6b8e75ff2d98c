import { expect, test } from "vitest";
import { processStyles } from "../src/parts/states/process-badge.tsx";
import { taskStyles } from "../src/parts/states/task-state.tsx";
import { violationStyles } from "../src/parts/states/violation-state.tsx";

const tonesOf = (styles: Record<string, { tone?: string }>) =>
  Object.fromEntries(Object.entries(styles).map(([state, { tone }]) => [state, tone]));

test("a violation is news, then a warning, and good only when it is closed", () => {
  expect(tonesOf(violationStyles)).toEqual({
    new: "info",
    under_review: "info",
    confirmed: "watch",
    referred: "watch",
    closed: "good",
    dismissed: "unknown",
  });
});

test("the colour of success belongs to what is done", () => {
  for (const styles of [taskStyles, processStyles]) {
    const tones = Object.entries(tonesOf(styles));
    expect(tones.filter(([, tone]) => tone === "good").map(([state]) => state)).toEqual([
      "completed",
    ]);
  }
});
