/** Says why an image has no number of trees, or fewer than stand there. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { CountLimits } from "../../../src/parts/counts/count-limits.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts("map"));
afterEach(cleanup);

test("a file with colours at half resolution is told, with what to send in its place", async () => {
  await openAt("/", () => <CountLimits image={{ too_coarse: false, half_colours: true }} />);
  const note = await screen.findByText(/hides small trees/);
  expect(note.textContent).toContain("GeoTIFF with Deflate or LZW");
});

test("of an image that is too coarse for trees nothing is said of small ones", async () => {
  await openAt("/", () => (
    <CountLimits image={{ too_coarse: true, gsd_m: 3, half_colours: true }} />
  ));
  await screen.findByText(/no number of trees/);
  expect(screen.queryByText(/small trees/)).toBeNull();
});
