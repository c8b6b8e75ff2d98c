/** Shows what a case says of a contradicted report: the same words as its act on paper. */
import type { TaskEvidence } from "@nihol/contract/values/violations";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { TaskReport } from "../../src/features/violations/task-report.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";

beforeAll(() => loadTexts("violations", "verdicts", "planting"));
afterEach(cleanup);

const names = (text: string) => ({ en: text, ru: text, tg: text });
const photo = {
  ...{ task: 19, row: 7, garden: names("Orchard 2"), plant_date: "2026-04-03" },
  ...{ taken_at: "2024-09-12T10:21:00", taken_place: [68.5, 38.2] as [number, number] },
  sha256: null,
};
const evidence: TaskEvidence = {
  ...{ kind: "task", task: 19, verdict: "contradicts", reported: 2400 },
  ...{ planted_on: "2026-04-03", as_of: null, standing: null, before: null, after: null },
  ...{ plots: null, explanation: "", crop: null },
  reasons: [
    {
      code: "photo_warnings",
      says: "against",
      figures: { flags: "photo_duplicate", trees: 2400, share: 1 },
    },
    { code: "no_plots", says: "silent", figures: {} },
  ],
  report: {
    ...{ rows: 2, without_photo: 1, without_position: 1 },
    flags: [
      {
        ...{ flag: "too_dense", severity: "warning", count: 2400, area_m2: 4000 },
        ...{ spacing_m: 4, fits: 290, fits_max: 330 },
      },
    ],
    shown: [
      {
        ...{ row: 7, tree_type: names("Pistachio"), count: 2400, plant_date: "2026-04-03" },
        flags: [
          { flag: "photo_elsewhere", severity: "warning", distance_m: 32_800, from_photo: true },
          {
            ...{ flag: "photo_time", severity: "warning", kind: "before_planting" },
            ...{ days: 569, from_photo: true },
          },
        ],
        photo,
        same: [],
      },
    ],
  },
};

test("a case says the reasons and the flags with their metres, days and density", async () => {
  await openAt("/", () => <TaskReport evidence={evidence} files={[]} />);
  await screen.findByText(/Warnings on rows of the report \(repeated photo\)/);
  screen.getByText(/Nobody has counted plots on the ground\./);
  screen.getByText(/outside the garden: 33 km from its boundary/);
  screen.getByText(/taken before planting, days: 569/);
  screen.getByText(/A square grid holds 290, and no more than 330 can stand there/);
  screen.getByText("Rows in the report: 2; without a photo: 1; without a position: 1.");
  // No file of the case shows it: then no photo is promised.
  expect(screen.queryByText("Photos from the report")).toBeNull();
});

test("a case of before the evidence was kept says nothing of it", async () => {
  const { reasons: _, report: __, ...old } = evidence;
  const { container } = await openAt("/", () => <TaskReport evidence={old} files={[]} />);
  expect(container.textContent).toBe("");
});
