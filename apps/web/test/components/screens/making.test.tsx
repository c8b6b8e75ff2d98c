/** Records of each kind are made through their form, found in the list, and changed. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  dialog,
  namesIn,
  openScreen,
  type Programme,
  programme,
  rowNames,
} from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
});
afterAll(() => server.close());
beforeEach(() => server.forget());
afterEach(cleanup);

const names = (name: string) => ({ tg: name, ru: name, en: name, az: "" });

type Kind = {
  screen: string;
  call: string;
  /** Values by the labels of the form's fields. */
  values: Record<string, string>;
  /** Part of the record that the server keeps then. */
  kept: object;
};

const kinds: [kind: string, Kind][] = [
  [
    "region",
    {
      screen: "regions",
      call: "/region",
      values: { ...namesIn("Zarafshon"), Code: "TJ-ZA" },
      kept: { name: names("Zarafshon"), code: "TJ-ZA" },
    },
  ],
  [
    "district",
    {
      screen: "districts",
      call: "/district",
      values: { ...namesIn("Zarnisor"), Region: "Sughd", Kind: "City" },
      kept: { name: names("Zarnisor"), region: { id: 1 }, kind: "city" },
    },
  ],
  [
    "garden",
    {
      screen: "gardens",
      call: "/garden",
      values: { ...namesIn("Zarbog"), Organization: "Forestry Agency", Region: "Sughd" },
      kept: { name: names("Zarbog"), region: { id: 1 }, ministry: { id: 3 }, boundary: null },
    },
  ],
  [
    "organization",
    {
      screen: "ministry",
      call: "/ministry",
      values: { ...namesIn("Zarkor"), "Organization type": "Committee" },
      kept: { name: names("Zarkor") },
    },
  ],
  [
    "organization type",
    {
      screen: "organization_type",
      call: "/organization-type",
      values: namesIn("Zavod"),
      kept: { name: names("Zavod"), contractor: false },
    },
  ],
  [
    "tree type",
    {
      screen: "tree_type",
      call: "/plant-tree-type",
      values: { ...namesIn("Zizyphus"), "Latin name": "Ziziphus jujuba" },
      kept: { name: names("Zizyphus"), latin_name: "Ziziphus jujuba" },
    },
  ],
  [
    "device",
    {
      screen: "monitoring_devices",
      call: "/device",
      values: {
        Name: "ZRV-AIR-01",
        Measures: "Soil",
        Latitude: "38.5",
        Longitude: "68.7",
        "Sends every": "15",
      },
      kept: { name: "ZRV-AIR-01", type: "soil", latitude: 38.5, longitude: 68.7 },
    },
  ],
  [
    "violation",
    {
      screen: "violation",
      call: "/violation",
      values: {
        "Kind of violation": "Fire",
        Title: "Zone of smoke",
        Coordinates: "38.536110, 68.779050",
        "Responsible organization": "Forestry Agency",
      },
      kept: { title: "Zone of smoke", kind: "fire", state: "new", ministry: { id: 3 } },
    },
  ],
  [
    "document",
    {
      screen: "orama_doc",
      call: "/document",
      values: { ...namesIn("Zoning plan"), "Kind of document": "Order", Number: "7-K" },
      kept: { name: names("Zoning plan"), number: "7-K" },
    },
  ],
  [
    "user",
    {
      screen: "users",
      call: "/user",
      values: {
        "First name": "Zulfiya",
        "Last name": "Zokirova",
        "E-mail": "zulfiya@test.example",
        Password: "nine gardens by the river",
        Role: "Viewer",
        Organization: "Forestry Agency",
        Language: "Тоҷикӣ",
      },
      kept: { email: "zulfiya@test.example", language: "tg", is_active: true },
    },
  ],
  [
    "garden note",
    {
      screen: "garden_notes",
      call: "/garden-note",
      values: { Garden: "Pamir Garden", "Kind of note": "Damage", Note: "Goats came in" },
      kept: { text: "Goats came in", kind: "damage", garden: { id: 5 } },
    },
  ],
  [
    "task",
    {
      screen: "tree_task",
      call: "/plant-tree-task",
      values: {
        Garden: "Pamir Garden",
        Due: "01/12/2027",
        "Tree type 1": "Juniper",
        "Quantity 1": "340",
      },
      kept: { garden: { id: 5 }, status: "pending", dueDate: "2027-12-01" },
    },
  ],
];

type Listed = { results: ({ id: number } & Record<string, unknown>)[] };
const ids = async (call: string) =>
  (await server.admin.call<Listed>("GET", `${call}?page_size=100`)).body.results.map(
    ({ id }) => id,
  );

test.each(kinds)("form of a %s: what is made stands in the list", async (_, kind) => {
  const before = await ids(kind.call);
  const { fill, press, address } = await openScreen(`/admin/${kind.screen}?open=new`);
  const form = await dialog(/^New /);
  await fill(kind.values, form);
  await press("Create", form);
  await screen.findByText("Created");
  const made = (await ids(kind.call)).filter((id) => !before.includes(id));
  expect(made).toHaveLength(1);
  const { body } = await server.admin.call("GET", `${kind.call}/${made[0]}`);
  expect(body).toMatchObject(kind.kept);
  await waitFor(() => expect(address()).not.toMatch(/open=new/));
  expect(server.calls("POST")).toEqual([`POST ${kind.call}`]);
  await waitFor(() => expect(rowNames()).toHaveLength(Math.min(25, before.length + 1)));
});

test("form of a role: it says how many rights are selected, and a row or a column takes many at once", async () => {
  const { user, fill, press } = await openScreen("/admin/roles?open=new");
  const form = await dialog("New role");
  await form.findByText("0/63 selected");
  await fill({ Name: "Zone keepers" }, form);
  await user.click(await form.findByRole("checkbox", { name: "Everything for Gardens" }));
  await form.findByText(/^[4-9]\/63 selected$/);
  await press("Create", form);
  await screen.findByText("Created");
  const { body } = await server.admin.call<Listed>("GET", "/group?page_size=100");
  const role = body.results.find(({ name }) => name === "Zone keepers");
  expect(role?.permissions).toMatchObject({
    garden: { view: true, add: true, change: true, delete: true },
    user: { view: false, add: false, change: false, delete: false },
  });
});
