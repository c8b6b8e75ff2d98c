import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { today } from "@nihol/contract/values/planting/programme-day";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Calibrations } from "../../../src/features/monitoring-devices/calibrations/calibrations.tsx";
import { DeviceForm } from "../../../src/features/monitoring-devices/device-form.tsx";
import { ServicingLog } from "../../../src/features/monitoring-devices/servicing/servicing-log.tsx";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let me: string;
let device: Device;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("devices", "monitoring", "map");
  me = (await server.person("MasterAdmin")).email;
});
afterAll(() => server.close());
beforeEach(async () => {
  await signIn(me, server.password);
  const made = { name: `D ${Date.now()}`, type: "soil" as const, latitude: 38.5, longitude: 68.7 };
  const { id } = await askNew(paths.device, made);
  device = await ask("GET /device/:id", { params: { id } });
});
afterEach(cleanup);

test("work on a device is written down with its next day, and taken back with a note", async () => {
  const { user } = await openAt("/", () => <ServicingLog device={device} />);
  await screen.findByText("Nothing has been written down yet.");
  await user.click(screen.getByRole("button", { name: "Write down work" }));
  const form = within(await screen.findByRole("dialog", { name: `Maintenance of ${device.name}` }));
  await user.click(form.getByRole("combobox", { name: "What was done" }));
  await user.click(await screen.findByRole("option", { name: "Calibrated" }));
  await user.type(form.getByLabelText(/Who did it/), "Ali");
  await user.click(form.getByRole("button", { name: "Create" }));
  const entry = within(await screen.findByRole("listitem"));
  await entry.findByText("Calibrated");
  entry.getByText(/Done by Ali/);
  await user.click(entry.getByRole("button", { name: "Take back" }));
  const back = within(await screen.findByRole("dialog", { name: "Is this entry wrong?" }));
  await user.type(back.getByLabelText("Note"), "Another probe");
  await user.click(back.getByRole("button", { name: "Take back" }));
  await screen.findByText(/Another probe/);
  // The note stands in its field before the entry is taken back.
  await waitFor(async () => {
    const { results } = await ask("GET /device/:id/servicing", { params: { id: device.id } });
    expect(results).toMatchObject([{ holds: false, taken_back: { note: "Another probe" } }]);
  });
});

test("a calibration is computed from a reference, told once the worker has done it, and changed", async () => {
  const params = { id: device.id };
  const { token } = await ask("POST /device/:id/token", { params });
  const readings = [1, 2].map((hours) => ({
    ts: new Date(Date.now() - hours * 3_600_000).toISOString(),
    values: { soil_humidity: 20 * hours },
  }));
  const headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ readings });
  await fetch(`/api/device/${device.id}/reading`, { method: "POST", headers, body });
  device = await ask("GET /device/:id", { params });
  const { user } = await openAt("/", () => <Calibrations device={device} />);
  await screen.findByText("Values are shown as the device sends them.");
  await user.click(screen.getByRole("button", { name: "Add a calibration" }));
  const form = within(await screen.findByRole("dialog", { name: `Calibration of ${device.name}` }));
  await user.type(form.getByLabelText(/The reference instrument showed/), "22.5");
  await user.type(form.getByLabelText(/The device sent/), "20");
  expect(form.getByLabelText("Offset")).toHaveProperty("value", "2.5");
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("This field is required");
  await user.type(form.getByLabelText("Why"), "Beside the reference");
  const day = form.getByLabelText("Holds from");
  await user.clear(day);
  await user.type(day, "01/01/2026");
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Being recomputed");
  const [one] = (await ask("GET /device/:id/calibration", { params })).results;
  // As the worker writes it; what it computes is tested with it.
  await server.db.pool.query(
    "insert into device_calibration_effect (calibration_id, taken_back, n, mean_before, mean_after) values ($1, false, 2, 30, 32.5)",
    [one?.id],
  );
  await screen.findByText(
    /Values changed: 2\. The mean was 30.* and is 32\.5/,
    {},
    { timeout: 5000 },
  );
  await user.click(screen.getByRole("button", { name: "Change" }));
  const again = within(
    await screen.findByRole("dialog", { name: `Calibration of ${device.name}` }),
  );
  const gain = again.getByLabelText("Gain");
  await user.clear(gain);
  await user.type(gain, "1.1");
  expect(again.getByLabelText("Offset")).toHaveProperty("value", "0.5");
  await user.click(again.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect((await ask("GET /device/:id/calibration", { params })).results).toMatchObject([
      { gain: 1.1, offset: 0.5, replaces: one?.id, is_computed: false },
      { id: one?.id, taken_back: { note: "Beside the reference" } },
    ]),
  );
});

test("a soil probe is written by its depth, and a change of its place is asked once it has sent", async () => {
  const open = () =>
    openAt("/", () => (
      <DeviceForm device={device} onClose={() => undefined} onSaved={() => undefined} />
    ));
  const { user } = await open();
  await user.type(await screen.findByLabelText(/Depth in the soil/), "0.3");
  await user.type(screen.getByLabelText(/Serial number/), "S-77");
  const latitude = screen.getByLabelText("Latitude");
  await user.clear(latitude);
  await user.type(latitude, "38.6");
  expect(screen.queryByText("Why is the place or the garden another one?")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  const params = { id: device.id };
  await waitFor(async () =>
    expect(await ask("GET /device/:id", { params })).toMatchObject({
      ...{ height_m: -0.3, serial: "S-77", latitude: 38.6, placed_on: null },
    }),
  );
  cleanup();
  const { token } = await ask("POST /device/:id/token", { params });
  const ts = new Date(Date.now() - 3_600_000).toISOString();
  const body = JSON.stringify({ readings: [{ ts, values: { soil_humidity: 20 } }] });
  const headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  await fetch(`/api/device/${device.id}/reading`, { method: "POST", headers, body });
  device = await ask("GET /device/:id", { params });
  const again = await open();
  const moved = await screen.findByLabelText("Latitude");
  await again.user.clear(moved);
  await again.user.type(moved, "38.7");
  await screen.findByText("Why is the place or the garden another one?");
  await again.user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Say whether the device was moved or its place was written wrongly");
  await again.user.click(
    screen.getByRole("combobox", { name: "Why is the place or the garden another one?" }),
  );
  await again.user.click(await screen.findByRole("option", { name: "The device was moved" }));
  await again.user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect((await ask("GET /device/:id", { params })).placed_on).toBe(today()),
  );
  const { results } = await ask("GET /device/:id/place", { params });
  expect(results).toMatchObject([{ latitude: 38.6, until: today(), since: null }]);
});
