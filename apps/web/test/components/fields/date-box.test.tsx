/** Dates as people type them: what is reported while they type, and what stands in the field when they have ended. */
import { cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { DateBox, type DateBoxProps } from "../../../src/ui/form/date-box.tsx";
import { DateRangeFields, type DateRangeValue } from "../../../src/ui/form/date-range-fields.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";

beforeAll(() => loadTexts());
afterEach(cleanup);

type BoxProps = Omit<DateBoxProps, "value" | "onChange">;

/** A field that keeps its date, beside a button that gives it another one. */
async function openBox(props: BoxProps = {}) {
  const sent: string[] = [];
  function Box() {
    const [value, setValue] = useState("2026-05-14");
    const handleChange = (next: string) => {
      sent.push(next);
      setValue(next);
    };
    return (
      <>
        <DateBox aria-label="Day" value={value} onChange={handleChange} {...props} />
        <button type="button" onClick={() => setValue("2025-01-02")}>
          From outside
        </button>
      </>
    );
  }
  const { user } = await openAt("/", () => <Box />);
  const box = await screen.findByRole<HTMLInputElement>("textbox", { name: "Day" });
  async function write(text: string) {
    await user.tripleClick(box);
    sent.length = 0;
    await user.keyboard(text);
  }
  return { user, box, sent, write };
}

test("a date is reported once it is whole, and is written out when typing ends", async () => {
  const { user, box, sent, write } = await openBox();
  expect(box.value).toBe("14 May 2026");
  await write("3.2.2026");
  expect([sent, box.value]).toEqual([["2026-02-03"], "3.2.2026"]);
  await user.tab();
  expect(box.value).toBe("3 February 2026");
});

test("a year of two digits counts when typing has ended, and not before", async () => {
  const { user, box, sent, write } = await openBox();
  await write("3.2.26");
  expect(sent).toEqual([]);
  await user.keyboard("{Enter}");
  expect([sent, box.value]).toEqual([["2026-02-03"], "3 February 2026"]);
});

test("a day outside the limits is never reported; without a complaint the last date returns", async () => {
  const { user, box, sent, write } = await openBox({ max: "2026-05-20" });
  await write("21.5.2026");
  await user.tab();
  expect([sent, box.value]).toEqual([[], "14 May 2026"]);
});

test("a form is told what is wrong, and that it is mended", async () => {
  const complaints: (string | undefined)[] = [];
  const onComplaint = (text: string | undefined) => void complaints.push(text);
  const { user, box, sent, write } = await openBox({ max: "2026-05-20", onComplaint });
  await write("21.5.2026");
  await user.tab();
  expect(complaints.at(-1)).toBe("Not after 20 May 2026");
  await write("soon");
  await user.tab();
  expect(complaints.at(-1)).toBe("Write the date like this: 14 May 2026");
  expect([sent.at(-1), box.value]).toEqual(["soon", "soon"]);
  await write("20.5.2026");
  expect([complaints.at(-1), sent.at(-1)]).toEqual([undefined, "2026-05-20"]);
});

test("a date from outside replaces what stands in the field", async () => {
  const { user, box } = await openBox();
  await user.click(screen.getByRole("button", { name: "From outside" }));
  expect(box.value).toBe("2 January 2025");
});

test("a beginning after the end empties the end, and an end before the beginning the beginning", async () => {
  const ranges: DateRangeValue[] = [];
  function Range() {
    const [value, setValue] = useState<DateRangeValue>({ from: "2026-05-01", to: "2026-05-14" });
    const handleChange = (next: DateRangeValue) => {
      ranges.push(next);
      setValue(next);
    };
    return <DateRangeFields value={value} onChange={handleChange} />;
  }
  const { user } = await openAt("/", () => <Range />);
  const [from, to] = await screen.findAllByRole<HTMLInputElement>("textbox");
  if (!from || !to) throw new Error("no fields");
  await user.tripleClick(from);
  await user.keyboard("1.6.2026");
  expect(ranges.at(-1)).toEqual({ from: "2026-06-01", to: undefined });
  expect(to.value).toBe("");
  await user.type(to, "31.5.2026");
  expect(ranges.at(-1)).toEqual({ from: undefined, to: "2026-05-31" });
});
