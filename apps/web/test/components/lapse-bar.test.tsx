import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { LapseBar } from "../../src/features/image-compare/lapse/lapse-bar.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";

beforeAll(() => loadTexts("compare", "map"));
afterEach(cleanup);

const frames = ["2024-05-01", "2025-05-01"].map((date) => ({ date, images: [] as WholeImage[] }));
const playing = {
  ...{ at: 0, isPlaying: false, pace: 1.5 as const },
  ...{ setPlaying: () => undefined, go: () => undefined, setPace: () => undefined },
};
const left = /^Images shown: the newest 100 of 240/;

test("a timelapse says that older images are left out, and nothing where none are", async () => {
  await openAt("/", () => (
    <LapseBar frames={frames} playing={playing} leftOut={{ n: 100, count: 240 }} />
  ));
  await screen.findByText(left);
  cleanup();
  await openAt("/", () => <LapseBar frames={frames} playing={playing} leftOut={undefined} />);
  await screen.findByRole("slider", { name: "Capture date" });
  expect(screen.queryByText(left)).toBeNull();
});
