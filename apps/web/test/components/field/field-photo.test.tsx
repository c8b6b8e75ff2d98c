import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { PhotoLines } from "../../../src/features/field/work/photo-lines.tsx";
import { loadTexts } from "../open-panel.tsx";

beforeAll(() => loadTexts("field", "planting"));
afterEach(cleanup);

test.each([
  ["2026-03-01", 13],
  // Clocks are off by a day.
  ["2026-03-13", null],
  ["2026-03-20", null],
])(
  "of a photo taken on %s and a planting on 14 March is asked before it is sent (%s)",
  (day, days) => {
    const metadata = { takenAt: `${day}T09:30:00` };
    render(<PhotoLines metadata={metadata} boundary={null} plantedOn="2026-03-14" />);
    expect(screen.queryByRole("alert")?.textContent ?? null).toBe(
      days && `taken before planting, days: ${days}`,
    );
  },
);
