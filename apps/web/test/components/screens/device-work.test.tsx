/** Groups of devices, files of their readings and their last hours on the map, with the real server. */
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ImportDialog } from "../../../src/features/monitoring-devices/file/import-dialog.tsx";
import { BulkGroups } from "../../../src/features/monitoring-devices/groups/bulk-groups.tsx";
import GroupsDialog from "../../../src/features/monitoring-devices/groups/groups-dialog.tsx";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { usePast } from "../../../src/map/layers/devices/use-past.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let device: Device;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("devices", "map", "monitoring");
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

const hour = 3_600_000;
/** Readings at the beginnings of the last hours, without the columns' names. */
const rows = [1, 2, 3].map(
  (ago) =>
    `${new Date(Math.floor(Date.now() / hour - ago) * hour).toISOString()};${300 + 200 * ago}`,
);

test("what is said of a file's columns is kept with its import, and said again for the next one", async () => {
  const text = `when;a gas\n${rows.join("\n")}\n`;
  async function open() {
    const { user } = await openAt("/", () => (
      <ImportDialog device={device} onClose={() => undefined} />
    ));
    await screen.findByText("Readings of Grouped from a file");
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) await user.upload(input, new File([text], "logger.csv", { type: "text/csv" }));
    return user;
  }
  const user = await open();
  const say = async (column: string, holds: RegExp) => {
    await user.click(
      await screen.findByRole("combobox", { name: `What the column ${column} holds` }),
    );
    await user.click(await screen.findByRole("option", { name: holds }));
  };
  await say("when", /^Date and time$/);
  await say("a gas", /^Carbon dioxide/);
  const name = await screen.findByLabelText("Keep under the name");
  await user.clear(name);
  await user.type(name, "Grey box");
  await user.click(await screen.findByRole("button", { name: "Import 3 rows" }));
  await waitFor(async () =>
    expect((await ask("GET /device/:id", { params: { id: device.id } })).last_reading_at).not.toBe(
      null,
    ),
  );
  cleanup();
  await open();
  await screen.findByText(/^Grey box: kept .* by Test MasterAdmin$/);
  // Without a correction there is no offer to keep it.
  expect(screen.queryByText("Keep this for the next files with these headings")).toBe(null);
});

test("the last hours are gone through by the slider, played and paused by the space bar, and their colours explained", async () => {
  const { points } = await ask("GET /device/points", { query: {} });
  const past = { span: "day" as const, by: "co2", bbox: undefined, onChange: () => undefined };
  function Played() {
    const played = usePast({ wanted: true, area: {}, choice: { past } }, points);
    const [one] = played?.rows ?? [];
    return (
      <>
        {played?.controls}
        <output>{one?.past?.letters[played?.step ?? 0]}</output>
      </>
    );
  }
  await openAt("/", () => <Played />);
  const slider = await screen.findByRole("slider", { name: /^Time/ });
  const drawn = (text: string) =>
    waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
  const go = (step: number) => fireEvent.change(slider, { target: { value: String(step) } });
  await screen.findByText("400–600");
  await screen.findByText("No reading");
  const last = Number(slider.getAttribute("max"));
  go(last - 1);
  await drawn("g");
  go(last - 2);
  await drawn("w");
  go(last - 5);
  await drawn("-");
  fireEvent.keyDown(slider, { key: " " });
  await screen.findByRole("button", { name: "Pause" });
  await drawn("w");
  fireEvent.keyDown(slider, { key: " " });
  await screen.findByRole("button", { name: "Play" });
});
