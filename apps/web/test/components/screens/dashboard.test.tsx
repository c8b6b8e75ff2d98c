/** Figures of the country and its parts, and the screen of one's own work. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openScreen, type Programme, programme } from "./open-screen.tsx";

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

const figures = async () => within(await screen.findByRole("complementary", { name: "Figures" }));
/** A part of one's own work; its name goes on with how much there is. */
const work = async (name: string) =>
  within(await screen.findByRole("region", { name: new RegExp(`^${name}`) }));

test("the country's figures stand beside the map, with a dash where no image has been", async () => {
  await openScreen("/admin");
  const shown = await figures();
  await shown.findByRole("heading", { name: "The whole country" });
  const part = async (name: string) => (await shown.findByRole("region", { name })).textContent;
  expect(await part("Gardens")).toMatch(/Gardens5Area of gardens53\s?ha/);
  expect(await part("Trees")).toMatch(/^Trees in total–/);
  expect(await part("Planting")).toMatch(/26,077\s?of\s?26,690/);
});

test("a region is chosen by its name, its districts follow, and the way up leads back", async () => {
  const { press, address, back } = await openScreen("/admin");
  await press("Sughd", await figures());
  await waitFor(() => expect(address()).toMatch(/^\/admin\/?\?region=1$/));
  const shown = await figures();
  await shown.findByRole("heading", { name: "Sughd" });
  await press("Khujand", shown);
  await waitFor(() => expect(address()).toMatch(/region=1&district=\d+/));
  await (await figures()).findByRole("heading", { name: "Khujand" });
  await press("Sughd", await figures());
  await waitFor(() => expect(address()).toMatch(/^\/admin\/?\?region=1$/));
  await press("The whole country", await figures());
  await waitFor(() => expect(address()).toMatch(/^\/admin\/?$/));
  back();
  await waitFor(() => expect(address()).toMatch(/^\/admin\/?\?region=1$/));
});

test("an address opens its district with the gardens that lie there", async () => {
  await openScreen("/admin?region=4&district=56");
  const shown = await figures();
  await shown.findByRole("heading", { name: "Khorog" });
  const gardens = await shown.findByRole("region", { name: "Gardens" });
  expect(gardens.textContent).toMatch(/Gardens1Area of gardens/);
});

test("the globe is switched on and off beside the figures", async () => {
  const { press, address } = await openScreen("/admin");
  await press("Globe", await figures());
  await waitFor(() => expect(address()).toMatch("projection=globe"));
  await press("Map", await figures());
  await waitFor(() => expect(address()).not.toMatch("projection"));
});

test("one's own work holds what waits for a person, each with the way to all of it", async () => {
  await openScreen("/admin/home");
  const planting = await work("To be planted");
  expect(await planting.findAllByRole("link", { name: /Hisor Garden/ })).not.toEqual([]);
  expect(planting.getByRole("link", { name: "To be planted" }).getAttribute("href")).toBe(
    "/admin/tree_task?status=to_plant&ordering=days_left",
  );
  await (await work("Open violations")).findByRole("link", { name: /Свалка/ });
  await (await work("Verdicts to decide")).findByText(/Pamir Garden/);
  await (await work("Silent devices")).findByRole("link", { name: /DSH-AIR-01/ });
});
