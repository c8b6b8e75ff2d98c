/** The report by region and by district: figures, periods, and the way from a period to its approval. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dialog, openScreen, type Programme, programme } from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.enterAs(server.admin);
  server.forget();
});
afterEach(cleanup);

type Report = {
  rows: { name: { en: string }; gardens: { count: number } }[];
  total: { tasks: { count: number } };
};
const table = async (name: string) => within(await screen.findByRole("table", { name }));
const line = async (list: string, name: RegExp) => (await table(list)).findByRole("row", { name });

test("each region has its line, and the sums are those that the server says", async () => {
  const { body } = await server.admin.call<Report>("GET", "/report/region");
  await openScreen("/admin/report_by_region");
  const shown = await table("Report by region");
  for (const { name } of body.rows) await shown.findByRole("link", { name: name.en });
  const sum = await line("Report by region", /^Total/);
  const links = within(sum).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toContain(String(body.total.tasks.count));
  expect(sum.textContent).toContain("26,077");
});

test("a figure is a link to the rows that it counts", async () => {
  await openScreen("/admin/report_by_region");
  const sughd = await line("Report by region", /^Sughd/);
  const places = within(sughd)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href") ?? "");
  expect(places).toContain("/admin/report_by_district?region=1");
  for (const list of ["gardens", "tree_task", "violation"])
    expect(
      places.filter((at) => at.startsWith(`/admin/${list}?`) && at.includes("region=1")),
    ).not.toEqual([]);
});

test("a region leads to its districts and back, and the period stays", async () => {
  const { user, choose, address } = await openScreen("/admin/report_by_region");
  await choose("Period", "1 month");
  await waitFor(() => expect(address()).toMatch("period=month"));
  await user.click(
    within(await line("Report by region", /^Sughd/)).getByRole("link", { name: "Sughd" }),
  );
  await waitFor(() => expect(address()).toMatch("/admin/report_by_district"));
  expect(address()).toMatch("region=1");
  expect(address()).toMatch("period=month");
  await screen.findByRole("table", { name: "Report by district" });
  await user.click(await screen.findByRole("link", { name: "Back to all regions" }));
  await waitFor(() => expect(address()).toBe("/admin/report_by_region?period=month"));
});

test("districts without data are hidden until they are asked for", async () => {
  const { user } = await openScreen("/admin/report_by_district");
  const rows = async () => (await table("Report by district")).getAllByRole("row").length;
  const hidden = await screen.findByRole("checkbox", { name: /^Hide lines without data: \d+$/ });
  expect(hidden.getAttribute("aria-checked")).toBe("true");
  const few = await rows();
  await user.click(hidden);
  await waitFor(async () => expect(await rows()).toBeGreaterThan(few));
  expect((await table("Report by district")).getByRole("row", { name: /^Aini/ })).toBeTruthy();
});

test("a period is submitted by one and approved by another, and its figures are frozen", async () => {
  const { press, fill } = await openScreen(
    "/admin/report_by_region?period=dates&from=2026-01-01&to=2026-03-31",
  );
  await press("Submit the period");
  const form = await dialog("Submit the period");
  await fill({ Note: "First quarter" }, form);
  await press("Submit the period", form);
  await waitFor(() => expect(server.calls("POST /report-period")).toHaveLength(1));
  cleanup();
  await server.enter("MasterAdmin");
  const other = await openScreen(
    "/admin/report_by_region?period=dates&from=2026-01-01&to=2026-03-31",
  );
  await other.press("Approval and corrections");
  const period = await dialog(/2026/);
  await period.findByText("First quarter");
  await other.press("Approve", period);
  await other.press("Approve", await dialog("Approve"));
  await screen.findByText("The period is approved");
  await waitFor(async () => {
    const { body } = await server.admin.call<{ results: { state: string; from: string }[] }>(
      "GET",
      "/report-period?page_size=100",
    );
    expect(body.results.find(({ from }) => from === "2026-01-01")?.state).toBe("approved");
  });
});

test("somebody who only looks submits nothing", async () => {
  await server.enter("Viewer");
  await openScreen("/admin/report_by_region?period=dates&from=2025-01-01&to=2025-03-31");
  await screen.findByRole("table", { name: "Report by region" });
  expect(screen.queryByRole("button", { name: "Submit the period" })).toBeNull();
});

test.each([
  ["Русский", "Отчёт по областям", "Всего"],
  ["Тоҷикӣ", "Ҳисобот аз рӯйи вилоятҳо", "Ҳамагӣ"],
  ["Azərbaycanca", "Bölgələr üzrə hesabat", "Cəmi"],
])("words of the report follow the language: %s", async (own, name, total) => {
  const { press, user } = await openScreen("/admin/report_by_region");
  await screen.findByRole("table", { name: "Report by region" });
  await press(/^en:/);
  await user.click(await screen.findByRole("menuitem", { name: own }));
  await screen.findByRole("heading", { level: 1, name });
  await line(name, new RegExp(`^${total}`));
});
