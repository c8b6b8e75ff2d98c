import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BadIntervals } from "../../../src/features/monitoring-devices/bad-intervals/bad-intervals.tsx";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let me: string;
let device: Device;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("devices", "monitoring");
  me = (await server.person("MasterAdmin")).email;
});
afterAll(() => server.close());
beforeEach(async () => {
  await signIn(me, server.password);
  const made = { name: `D ${Date.now()}`, type: "air" as const, latitude: 38.5, longitude: 68.7 };
  const { id } = await askNew(paths.device, made);
  device = await ask("GET /device/:id", { params: { id } });
  const { token } = await ask("POST /device/:id/token", { params: { id } });
  const readings = [1, 2, 3].map((hours) => ({
    ts: new Date(Date.now() - hours * 3_600_000).toISOString(),
    values: { air_temperature: 20 + hours, co2: 410 },
  }));
  const headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ readings });
  const sent = await fetch(`/api/device/${id}/reading`, { method: "POST", headers, body });
  expect(sent.status).toBe(200);
  server.forget();
});
afterEach(cleanup);

const open = () => openAt("/", () => <BadIntervals device={device} />);

test("values are set aside with a reason after their number was shown, and taken back with a note", async () => {
  const { user } = await open();
  await screen.findByText("Nobody has said that values of this device are wrong.");
  await user.click(screen.getByRole("button", { name: "Mark values as wrong" }));
  const form = within(
    await screen.findByRole("dialog", { name: `Wrong values of ${device.name}` }),
  );
  await form.findByText("Values that are set aside now: 6");
  await user.click(form.getByRole("button", { name: "Set values aside" }));
  await form.findByText("This field is required");
  expect(server.calls("POST")).toEqual([]);
  await user.click(form.getByRole("combobox", { name: "Reason" }));
  await user.click(await screen.findByRole("option", { name: "Sensor damaged" }));
  await user.type(form.getByLabelText("Note"), "Shield torn");
  await user.click(form.getByRole("switch"));
  await form.findByText("Values that are set aside now: 6");
  await user.click(form.getByRole("button", { name: "Set values aside" }));
  const list = within(await screen.findByRole("list"));
  expect((await list.findByRole("listitem")).textContent).toMatch(
    /All parameters.*Sensor damaged.*goes on.*Shield torn.*Values set aside: 6/,
  );
  await user.click(list.getByRole("button", { name: "Say when it ended" }));
  const end = within(await screen.findByRole("dialog", { name: "When did it end?" }));
  await user.click(end.getByRole("button", { name: "Say when it ended" }));
  // While a dialog is open, nobody reaches the list.
  await user.click(await list.findByRole("button", { name: "Take back" }));
  expect(list.queryByRole("button", { name: "Say when it ended" })).toBeNull();
  const back = within(
    await screen.findByRole("dialog", { name: "Are the values right after all?" }),
  );
  await user.type(back.getByLabelText("Note"), "They were right");
  await user.click(back.getByRole("button", { name: "Take back" }));
  await list.findByText("They were right");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(list.queryByRole("button")).toBeNull();
  const { results } = await ask("GET /device/:id/bad-interval", { params: { id: device.id } });
  expect(results).toMatchObject([{ values: 0, taken_back: { note: "They were right" } }]);
});

test("who may only see devices is offered nothing", async () => {
  const grant = { device: { view: true } };
  const { email } = await server.person("Device reader", { permissions: grant });
  await signIn(email, server.password);
  await open();
  await waitFor(() => expect(server.calls("GET /device")).not.toEqual([]));
  expect(screen.queryByRole("button")).toBeNull();
});
