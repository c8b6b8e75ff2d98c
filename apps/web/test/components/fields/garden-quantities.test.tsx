/** Trees of each type for many gardens at once: a number for all of them, or one for each. */
import type { Garden } from "@nihol/contract/gardens";
import { cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { GardenQuantities } from "../../../src/features/gardens/give/garden-quantities.tsx";
import type { Quantities } from "../../../src/features/gardens/give/given-types.ts";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts("tasks", "planting"));
afterEach(cleanup);

const nameOf = (en: string): Garden["name"] => ({ tg: en, ru: en, en, az: "" });
const gardens = [
  { id: 3, name: nameOf("Apricot") },
  { id: 5, name: nameOf("Birch") },
];
const columns = [{ key: 0, type: null, heightCm: null }];

test("a number for every garden reaches each, and gives way where one garden gets another", async () => {
  let now: Quantities = new Map();
  function Table() {
    const [value, setValue] = useState(now);
    const handleChange = (next: Quantities) => {
      now = next;
      setValue(next);
    };
    return (
      <GardenQuantities
        gardens={gardens}
        columns={columns}
        value={value}
        onChange={handleChange}
        answers={[{ garden: 5, task: null, trees: 0, refusals: ["No boundary"] }]}
      />
    );
  }
  const { user } = await openAt("/", () => <Table />);
  const box = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
  const all = await box("Trees: Every garden");
  const [apricot, birch] = [await box("Trees: Apricot"), await box("Trees: Birch")];
  // Signs between digits, as people copy them, are no part of a number.
  await user.type(all, "1 200");
  expect([...now]).toEqual([
    ["3:0", 1200],
    ["5:0", 1200],
  ]);
  await user.clear(birch);
  expect([...now]).toEqual([["3:0", 1200]]);
  await user.type(birch, "80");
  expect([all.value, apricot.value, birch.value]).toEqual(["", "1200", "80"]);
  await user.clear(apricot);
  await user.type(apricot, "80");
  expect(all.value).toBe("80");
  expect(screen.getByRole("row", { name: /Birch/ }).textContent).toContain("No boundary");
});
