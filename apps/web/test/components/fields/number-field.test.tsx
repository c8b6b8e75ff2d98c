/** Numbers as people type them: with a comma or a point, with the minus of a keyboard or of a text. */
import { cleanup, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { NumberField } from "../../../src/ui/form/number-field.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts());
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage("en");
});

async function openField() {
  const sent: (number | null)[] = [];
  function Field() {
    const [value, setValue] = useState<number | null>(1.5);
    const handleChange = (next: number | null) => {
      sent.push(next);
      setValue(next);
    };
    return (
      <>
        <NumberField name="depth" label="Depth" unit="m" value={value} onChange={handleChange} />
        <button type="button" onClick={() => setValue(0.25)}>
          From outside
        </button>
      </>
    );
  }
  const { user } = await openAt("/", () => <Field />);
  const box = await screen.findByRole<HTMLInputElement>("textbox", { name: /Depth/ });
  return { user, box, sent };
}

test.each([
  ["2,75", 2.75],
  ["2.75", 2.75],
  ["−3,5", -3.5],
  ["-3", -3],
  [" 4 ", 4],
  ["two", Number.NaN],
  ["1.2.3", Number.NaN],
])("%s is %d, and stays as it is typed", async (typed, number) => {
  const { user, box, sent } = await openField();
  await user.clear(box);
  expect(sent.at(-1)).toBeNull();
  await user.type(box, typed);
  expect([sent.at(-1), box.value]).toEqual([number, typed]);
});

test("decimals are written with the sign of the language, also of a number from outside", async () => {
  const { user, box } = await openField();
  expect(box.value).toBe("1.5");
  await user.click(screen.getByRole("button", { name: "From outside" }));
  expect(box.value).toBe("0.25");
  cleanup();
  await i18next.changeLanguage("tg");
  expect((await openField()).box.value).toBe("1,5");
});
