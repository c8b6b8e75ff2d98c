import { cleanup, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { MultiSelect } from "../../../src/ui/form/multi-select.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts());
afterEach(cleanup);

const options = [
  { value: "1", label: "İsmayıllı", group: "Dağlıq Şirvan" },
  { value: "2", label: "Şamaxı", group: "Dağlıq Şirvan" },
  { value: "3", label: "Ҳисор", group: "Суғд" },
];

function Districts() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <MultiSelect
      name="districts"
      label="Districts"
      value={value}
      onChange={setValue}
      options={options}
      none="Everywhere"
    />
  );
}

test("districts stand under their regions, are found whatever the marks of their letters, and are named when chosen", async () => {
  const { user } = await openAt("/", () => <Districts />);
  await user.click(await screen.findByRole("combobox", { name: "Districts" }));
  const box = await screen.findByRole("combobox", { name: "Search: Districts" });
  const names = () => screen.queryAllByRole("option").map((option) => option.textContent);
  expect(names()).toEqual(["İsmayıllı", "Şamaxı", "Ҳисор"]);
  const group = screen.getByRole("group", { name: "Dağlıq Şirvan" });
  expect(within(group).getAllByRole("option")).toHaveLength(2);
  for (const [typed, found] of [
    ["ISMAYILLI", ["İsmayıllı"]],
    ["samaxi", ["Şamaxı"]],
    ["хисор", ["Ҳисор"]],
    ["sirvan", ["İsmayıllı", "Şamaxı"]],
  ] as const) {
    await user.clear(box);
    await user.type(box, typed);
    expect([typed, names()]).toEqual([typed, found]);
  }
  await user.click(screen.getByRole("option", { name: "Şamaxı" }));
  await user.keyboard("{Escape}");
  expect(await screen.findByText("1/3 selected")).toBeTruthy();
  const [line] = screen.getAllByRole("listitem");
  expect(line?.textContent).toBe("Dağlıq Şirvan: Şamaxı");
});
