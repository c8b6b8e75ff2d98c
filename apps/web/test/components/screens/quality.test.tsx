/** Questions of rules of quality: answered on a device, for many together, and the rules themselves. */
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BadIntervals } from "../../../src/features/monitoring-devices/bad-intervals/bad-intervals.tsx";
import ParametersDialog from "../../../src/features/monitoring-devices/parameters-dialog.tsx";
import ProposalsDialog from "../../../src/features/monitoring-devices/quality/proposals-dialog.tsx";
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

/** A device with an outlier of 10 and one of 40 among half-hourly values. */
beforeEach(async () => {
  await signIn(me, server.password);
  const made = {
    name: `Q ${Date.now()}`,
    type: "air" as const,
    latitude: 38.5,
    longitude: 68.7,
    interval_minutes: 30,
  };
  const { id } = await askNew(paths.device, made);
  device = await ask("GET /device/:id", { params: { id } });
  const { token } = await ask("POST /device/:id/token", { params: { id } });
  const now = Date.now();
  const readings = Array.from({ length: 20 }, (_, n) => ({
    ts: new Date(now - (20 - n) * 1_800_000).toISOString(),
    values: { air_temperature: 15 + n / 10 + (n === 5 ? 10 : 0) - (n === 12 ? 40 : 0) },
  }));
  const headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ readings });
  const sent = await fetch(`/api/device/${id}/reading`, { method: "POST", headers, body });
  expect(sent.status).toBe(200);
  // As the worker proposes them; what it sets aside is tested with it.
  for (const [n, worst, aside] of [
    [5, 10, false],
    [12, 40, true],
  ] as const)
    await server.db.pool.query(
      `insert into bad_interval (device_id, parameter, begins_at, ends_at, reason, note, author, by_rule, sets_aside, worst)
      select $1, id, $2::timestamptz, $2::timestamptz + interval '1 millisecond', 'spike', '', '', true, $3, $4
      from parameter where key = 'air_temperature'`,
      [id, readings[n]?.ts, aside, worst],
    );
  server.forget();
});
afterEach(cleanup);

test("a question of a rule is answered on the page of its device", async () => {
  const { user } = await openAt("/", () => <BadIntervals device={device} />);
  const items = within(await screen.findByRole("list"));
  const [failed, suspect] = await items.findAllByRole("listitem");
  if (!failed || !suspect) throw new Error("two questions");
  expect(failed.textContent).toMatch(/Single outlier.*Largest difference: 40.*set aside/);
  expect(suspect.textContent).toMatch(/Single outlier.*stay in means/);
  await user.click(within(suspect).getByRole("button", { name: "Values are wrong" }));
  await items.findByText(/Confirmed:/);
  await user.click(within(failed).getByRole("button", { name: "Values are right" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Are the values right after all?" }),
  );
  await user.click(dialog.getByRole("button", { name: "Values are right" }));
  await items.findByText(/Taken back:/);
  const { results } = await ask("GET /device/:id/bad-interval", { params: { id: device.id } });
  expect(results.map(({ rule, values }) => [rule?.state, values])).toEqual([
    ["dismissed", 0],
    ["confirmed", 1],
  ]);
});

test("questions about many devices are decided together", async () => {
  const { user } = await openAt("/", () => <ProposalsDialog onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Quality to check" }));
  const box = await dialog.findByRole("checkbox", { name: new RegExp(device.name) });
  const wrong = dialog.getByRole("button", { name: "Values are wrong" });
  expect(wrong.hasAttribute("disabled") || wrong.getAttribute("aria-disabled")).toBeTruthy();
  await user.click(box);
  await user.click(dialog.getByRole("button", { name: "Values are right" }));
  await waitFor(() => expect(dialog.queryByText(new RegExp(device.name))).toBeNull());
  const { results } = await ask("GET /quality-proposal");
  expect(results.filter((one) => one.device.id === device.id)).toEqual([]);
});

test("a rule is tried on the past before it is changed, and a wrong number is refused under its field", async () => {
  const { user } = await openAt("/", () => <ParametersDialog onClose={() => undefined} />);
  await user.click(
    await screen.findByRole("button", { name: "Rules of quality: Air temperature" }),
  );
  const rules = within(
    await screen.findByRole("dialog", { name: "Rules of quality: Air temperature" }),
  );
  await user.click(await rules.findByRole("button", { name: "Change the rule “Single outlier”" }));
  const form = within(
    await screen.findByRole("dialog", { name: "Change the rule “Single outlier”" }),
  );
  await user.click(form.getByRole("button", { name: "Try on the past" }));
  await form.findByText(/Intervals: \d+, of them set aside: \d+/);
  const fail = form.getByLabelText(/^Set aside from/);
  await user.clear(fail);
  await user.type(fail, "1");
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/Setting aside begins where values are already suspect/);
  await user.clear(fail);
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
  const { results } = await ask("GET /quality-rule");
  const changed = results.find(
    ({ parameter, kind }) => parameter === "air_temperature" && kind === "spike",
  );
  expect(changed).toMatchObject({ fail_at: null, suspect_at: 6 });
});
