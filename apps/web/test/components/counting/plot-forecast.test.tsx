/** Says what windows would give before they are counted, and what came of it after. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { CameTrue, PlotForecasts } from "../../../src/features/calibration/plot-forecast.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts("calibration"));
afterEach(cleanup);

const calibration = (some: Partial<Calibration>): Calibration => ({
  ...{ whole_image: 1, state: "open", side_m: 40, windows: [], counted: 0, marked: 0, in_count: 0 },
  ...{ total: 25, found: 20, low: 8, high: 100, from_windows: false, from_kind: null },
  ...{ next: [], pace_known: false, came_true: [], now: null, best: null },
  can: { change: true, change_once_counted: true, recount: false, more: true },
  ...some,
});
const open = (some: Partial<Calibration>) =>
  openAt("/", () => (
    <>
      <PlotForecasts calibration={calibration(some)} />
      <CameTrue calibration={calibration(some)} />
    </>
  ));

const next = [
  { plots: 12, seconds: 1500, low: 19, high: 31 },
  { plots: 18, seconds: 2250, low: 20, high: 29 },
];

test("from which range to which, in how many minutes, and that the time is an assumption", async () => {
  await open({ next });
  await screen.findByText("12 windows, about 25 min: from 8–100 to about 19–31");
  screen.getByText("18 windows, about 38 min: about 20–29");
  screen.getByText("The time is an assumption: 50 seconds a window.");
  expect(screen.queryByText("What came true")).toBeNull();
});

test("no range is named where none is stated yet", async () => {
  await open({ next, low: null, high: null, pace_known: true });
  await screen.findByText("12 windows, about 25 min: about 19–31");
  screen.getByText("The time is what people needed for the windows counted last.");
});

test("the range that came true stands beside the one that had been expected", async () => {
  const kept = { windows: 12, from_low: 8, from_high: 100, true_low: 18, true_high: 33 };
  await open({ came_true: [{ plots: 12, seconds: 1500, low: 19, high: 31, ...kept }] });
  await screen.findByText("12 windows: expected 19–31, came true 18–33");
  expect(screen.queryByText("What counting windows would give")).toBeNull();
});
