/** Records of each kind are asked about before they are deleted, and go only when the answer is yes. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  dialog,
  findRows,
  openScreen,
  type Programme,
  programme,
  rowNames,
} from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
  // Roles of the demonstration have their people, and so stay; so do organizations that have tasks.
  await server.admin.call("POST", "/group", { name: "Nobody's", permissions: {} });
  const name = { tg: "Ягон", ru: "Ничей", en: "Unused", az: "" };
  for (const path of ["/region", "/organization-type", "/plant-tree-type", "/garden", "/ministry"])
    await server.admin.call("POST", path, { name });
  await server.admin.call("POST", "/district", { name, region: 1, kind: "city" });
  await server.admin.call("POST", "/document", { name, category: "order" });
});
afterAll(() => server.close());
beforeEach(() => server.forget());
afterEach(cleanup);

/** Where a record is opened, and the call that says if it is still there. */
const kinds: [kind: string, screen: string, call: string][] = [
  ["user", "users?", "/user"],
  ["region", "regions?", "/region"],
  ["district", "districts?", "/district"],
  ["garden", "gardens?", "/garden"],
  ["organization", "ministry?", "/ministry"],
  ["employee", "ministry?view=employees&", "/ministry-employee"],
  ["tree type", "tree_type?", "/plant-tree-type"],
  ["task", "tree_task?", "/plant-tree-task"],
  ["role", "roles?", "/group"],
  ["device", "monitoring_devices?", "/device"],
  ["organization type", "organization_type?", "/organization-type"],
  ["violation", "violation?", "/violation"],
  ["document", "orama_doc?", "/document"],
  ["garden note", "garden_notes?", "/garden-note"],
  ["image source", "imagery_source?", "/imagery-source"],
];

type Listed = { results: { id: number; can: { delete: boolean } }[] };

/** The newest that nothing uses. */
async function deletable(call: string): Promise<number> {
  const { body } = await server.admin.call<Listed>("GET", `${call}?page_size=100`);
  const free = body.results.filter(({ can }) => can.delete).map(({ id }) => id);
  if (free.length > 0) return Math.max(...free);
  throw new Error(`${call} has nothing to delete`);
}

test.each(kinds)(
  "question about a %s: it stays when the answer is no, and goes when it is yes",
  async (_, at, call) => {
    const id = await deletable(call);
    const status = async () => (await server.admin.call("GET", `${call}/${id}`)).status;
    const { press, address } = await openScreen(`/admin/${at}open=${id}`);
    const rows = await findRows();
    await press("Delete");
    await press("Cancel", await dialog(/\?$/));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /\?$/ })).toBeNull());
    expect(await status()).toBe(200);
    expect(server.calls("DELETE")).toEqual([]);
    expect(address()).toMatch(`open=${id}`);

    await press("Delete");
    await press("Delete", await dialog(/\?$/));
    await screen.findByText("Deleted");
    expect(await status()).toBe(404);
    await waitFor(() => expect(address()).not.toMatch(/open=/));
    if (rows.length < 25) await waitFor(() => expect(rowNames()).toHaveLength(rows.length - 1));
  },
);

test("what others use stays, and the refusal says so", async () => {
  const { press } = await openScreen("/admin/tree_type?open=1");
  await press("Delete");
  const question = await dialog(/\?$/);
  await press("Delete", question);
  expect((await question.findByRole("alert")).textContent).toMatch(/use/i);
  expect((await server.admin.call("GET", "/plant-tree-type/1")).status).toBe(200);
});
