/** Days of the year between which trees stand without leaves, as a region's form asks for them. */
import type { LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import { cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { LeafOffField } from "../../../src/features/regions/leaf-off.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts("territory"));
afterEach(cleanup);

async function openField(start: LeafOffSeason, latitude: number | null) {
  const seasons: LeafOffSeason[] = [];
  function Field() {
    const [value, setValue] = useState(start);
    const handleChange = (next: LeafOffSeason) => {
      seasons.push(next);
      setValue(next);
    };
    return <LeafOffField value={value} onChange={handleChange} latitude={latitude} />;
  }
  const { user } = await openAt("/", () => <Field />);
  async function choose(field: string, option: string) {
    await user.click(await screen.findByRole("combobox", { name: field }));
    await user.click(await screen.findByRole("option", { name: option }));
  }
  return { seasons, choose };
}

test("days of one's own begin with those that the latitude gives", async () => {
  const { seasons, choose } = await openField("by_latitude", 38.5);
  await choose("Trees without leaves", "from one day to another");
  const [first] = seasons;
  expect(first).toMatch(/^1[0-2]-\d\d\/0[1-4]-\d\d$/);
  await choose("Trees without leaves", "never");
  expect(seasons.at(-1)).toBe("never");
});

test("a day that the new month does not have becomes its last one", async () => {
  const { seasons, choose } = await openField("10-31/03-31", 38.5);
  await choose("First day: month", "November");
  expect(seasons.at(-1)).toBe("11-30/03-31");
  await choose("Last day: month", "February");
  expect(seasons.at(-1)).toBe("11-30/02-29");
  await choose("Last day: day", "7");
  expect(seasons.at(-1)).toBe("11-30/02-07");
});
