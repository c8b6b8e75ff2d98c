/** Shows a counted window that cannot be compared, since its image cannot be read. */
import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { withAround } from "../../../src/features/calibration/shown-window.ts";
import { WindowReview } from "../../../src/features/calibration/window-review.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts("calibration"));
afterEach(cleanup);

const window: CalibrationWindow = {
  ...{ n: 2, state: "counted", picture: "/api/none", side: 80 },
  shown: { x: 0, y: 0, width: 80, height: 80 },
  marks: [[10, 20]],
  ...{ found: null, counted_by: null, counted_at: null },
};

const calibration = (state: Calibration["state"]): Calibration => ({
  ...{ whole_image: 1, state, side_m: 40, windows: [window], counted: 1, marked: 1, in_count: 1 },
  ...{ total: 1, found: 1, low: null, high: null, from_windows: false, from_kind: null },
  ...{ next: [], pace_known: false, came_true: [] },
  ...{ now: null, best: null },
  can: { change: true, change_once_counted: true, recount: false, more: true },
});

const open = (state: Calibration["state"]) =>
  openAt("/", () => (
    <WindowReview
      calibration={calibration(state)}
      window={withAround(window, 1)}
      onGo={() => undefined}
      onCorrect={() => undefined}
      stage={{ current: null }}
    />
  ));

test("says that it cannot be compared, and that the marks are kept", async () => {
  await open("open");
  await screen.findByText(/This window cannot be compared/);
  screen.getByText("marked by people: 1");
  expect(screen.queryByText(/found by the software/)).toBeNull();
});

test("says nothing of that while trees are still being looked for in it", async () => {
  await open("drawing");
  await screen.findByText("marked by people: 1");
  expect(screen.queryByText(/cannot be compared/)).toBeNull();
});
