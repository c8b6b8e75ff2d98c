/** Groups of devices: made with the first devices, seen with their number, deleted without them. */
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BulkGroups } from "../../../src/features/monitoring-devices/groups/bulk-groups.tsx";
import GroupsDialog from "../../../src/features/monitoring-devices/groups/groups-dialog.tsx";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let device: Device;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("devices");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  const made = { name: "Grouped", type: "air" as const, latitude: 38.5, longitude: 68.7 };
  const { id } = await askNew(paths.device, made);
  device = await ask("GET /device/:id", { params: { id } });
});
afterEach(cleanup);
afterAll(() => server.close());

const groupsOf = async () =>
  (await ask("GET /device/:id", { params: { id: device.id } })).groups.map(({ name }) => name);

test("chosen devices are put into a new group", async () => {
  const { user } = await openAt("/", () => <BulkGroups devices={[device]} />);
  await user.click(await screen.findByRole("button", { name: "Groups" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(await dialog.findByLabelText("Name of the group"), "Route 7");
  await user.click(dialog.getByRole("button", { name: "Put into the group" }));
  await waitFor(async () => expect(await groupsOf()).toEqual(["Route 7"]));
});

test("a group is listed with its devices, and its end leaves them", async () => {
  const { user } = await openAt("/", () => <GroupsDialog onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Groups of devices" }));
  await dialog.findByText("Devices: 1");
  await user.click(dialog.getByRole("button", { name: "Delete: Route 7" }));
  const asked = within(await screen.findByRole("dialog", { name: "Delete the group Route 7?" }));
  await user.click(asked.getByRole("button", { name: "Delete" }));
  await dialog.findByText("There is no group yet.");
  expect(await groupsOf()).toEqual([]);
});
