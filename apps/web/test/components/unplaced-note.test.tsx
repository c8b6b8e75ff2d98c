import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { UnplacedNote } from "../../src/map/images/unplaced-note.tsx";
import { loadTexts } from "./open-panel.tsx";

beforeAll(() => loadTexts("map"));
afterEach(cleanup);

test("a map of gardens that all lack a boundary says why it is empty", () => {
  render(<UnplacedNote gardens={{ count: 10_000, without: 10_000 }} />);
  screen.getByText(/10.000.*boundary/);
});

test.each([
  ["there are none", { count: 0, without: 0 }],
  ["one has a boundary", { count: 3, without: 2 }],
  ["they have not come yet", undefined],
])("it says nothing where %s", (_, gardens) => {
  const { container } = render(<UnplacedNote gardens={gardens} />);
  expect(container.textContent).toBe("");
});
