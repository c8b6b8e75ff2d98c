import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addEntry,
  countOfOthers,
  findTasks,
  listEntries,
} from "../../../src/features/field/queue/database.ts";
import { canKeep, keepMine, takeTheirs } from "../../../src/features/field/queue/decide.ts";
import { type Entry, isOpen, type ReportEntry } from "../../../src/features/field/queue/entry.ts";
import { planOf } from "../../../src/features/field/queue/send.ts";
import { sync } from "../../../src/features/field/queue/sync.ts";
import { signIn, signOut } from "../../../src/lib/api/api.ts";
import { ask, askChange, askNew } from "../../../src/lib/api/ask.ts";
import { profileQuery, queryClient } from "../../../src/lib/api/query-client.ts";
import { loadTexts } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";
import { emptyPhone } from "./empty-phone.ts";

let server: PanelServer;
let officer: { id: number; email: string };
let giver: { id: number; email: string };
let task: PlantTreeTaskDetail;
let type: number;
const day = (days: number) => daysAfter(today(), days);
const names = (text: string) => ({ tg: `${text} т`, ru: `${text} р`, en: text, az: "" });

/** As the sign-in form does. */
async function comesIn({ email }: { email: string }) {
  await signIn(email, server.password);
  queryClient.clear();
  await queryClient.fetchQuery(profileQuery);
}

beforeAll(async () => {
  await emptyPhone();
  server = await panelServer();
  await loadTexts("field");
  officer = await server.person("SysAdmin");
  giver = await server.person("MasterAdmin");
  await comesIn(giver);
  const garden = await askNew(paths.garden, { name: names("Garden") });
  type = (await askNew(paths.plantTreeType, { name: names("Plane") })).id;
  task = await askNew(paths.plantTreeTask, {
    garden: garden.id,
    assignedDate: day(-20),
    dueDate: day(20),
    items: [{ tree_type: type, quantity: 100 }],
  });
  await comesIn(officer);
});
afterAll(() => server.close());

const report = (count: number, tree_type = type) =>
  addEntry({
    ...{ kind: "report", person: officer.id, task: task.id, garden: task.garden.name },
    ...{ tree_type: names("Plane"), made_at: new Date().toISOString(), photo: null, row: null },
    seen: planOf(task),
    body: {
      tree_type,
      count,
      plant_date: day(-1),
      place: { type: "Point", coordinates: [68.5, 38.5] },
    },
  });
const send = () => sync(officer.id, () => undefined);
const states = async () => (await listEntries(officer.id)).map(({ state }) => state);
const counts = async () => {
  const params = { id: task.id };
  const { results } = await ask("GET /plant-tree-task/:id/report", { params });
  return results.map(({ count }) => count).sort((a, b) => a - b);
};
const last = async () => (await listEntries(officer.id)).at(-1) as Entry & ReportEntry;

test("an entry made without a line waits, and arrives once, though the first answer was lost", async () => {
  await report(11);
  server.takeDown();
  expect(await send()).toBe("no_line");
  expect(await states()).toEqual(["waiting"]);
  server.bringUp();
  // The row is written, and the line is gone before its answer.
  server.watch((request) => {
    if (request.method !== "POST" || !request.url?.endsWith("/report")) return;
    server.watch(undefined);
    request.socket.end();
  });
  expect(await send()).toBe("no_line");
  expect(await states()).toEqual(["waiting"]);
  expect(await send()).toBe("done");
  expect(await states()).toEqual(["sent"]);
  expect(await counts()).toEqual([11]);
  expect((await findTasks(officer.id))?.tasks.map(({ id }) => id)).toEqual([task.id]);
});

test("a refused entry keeps the server's reason, and lets the next one pass", async () => {
  await report(12, 999_999);
  await report(13);
  expect(await send()).toBe("done");
  expect(await states()).toEqual(["sent", "refused", "sent"]);
  const refused = (await listEntries(officer.id))[1];
  expect(refused?.refusal).toMatch(/^Not found/);
  expect(await counts()).toEqual([11, 13]);
});

test("entries of one person are neither seen nor sent by another, and wait for theirs", async () => {
  await report(14);
  await comesIn(giver);
  expect(await listEntries(giver.id)).toEqual([]);
  expect(await send()).toBe("signed_out");
  expect(await sync(giver.id, () => undefined)).toBe("done");
  expect(await counts()).toEqual([11, 13]);
  await comesIn(officer);
  expect(await send()).toBe("done");
  expect(await counts()).toEqual([11, 13, 14]);
});

test("a plan that was changed meanwhile is no rival of what was planted; another garden is decided by a person", async () => {
  await report(15);
  const items = [{ tree_type: type, quantity: 40 }];
  await askChange(paths.plantTreeTask, task.id, { dueDate: day(40), items });
  await send();
  expect((await last()).state).toBe("sent");
  await report(18);
  const moved = await askNew(paths.garden, { name: names("Other") });
  const before = Date.now();
  await askChange(paths.plantTreeTask, task.id, { garden: moved.id });
  await send();
  const { conflict } = await last();
  expect(conflict).toMatchObject({ status: "in_progress", garden: { id: moved.id } });
  expect(Date.parse(conflict?.at ?? "")).toBeGreaterThanOrEqual(before - 1000);
  await keepMine(await last(), "");
  await send();
  expect((await last()).state).toBe("sent");
  task = await ask("GET /plant-tree-task/:id", { params: { id: task.id } });
});

test("a task that was handed in meanwhile is decided by a person", async () => {
  await report(16);
  const move = { params: { id: task.id }, body: { status: "submitted", comment: "all" } } as const;
  await ask("POST /plant-tree-task/:id/status", move);
  await send();
  const closed = await last();
  expect(closed).toMatchObject({ state: "conflict", conflict: { status: "submitted" } });
  // Whoever plants may withdraw what was handed in.
  expect(canKeep(closed)).toBe(true);
  await keepMine(closed, "");
  await send();
  expect(await counts()).toEqual([11, 13, 14, 15, 16, 18]);
  await report(17);
  await ask("POST /plant-tree-task/:id/status", move);
  await send();
  await takeTheirs(await last());
  await send();
  expect((await last()).state).toBe("left");
  expect(await counts()).toEqual([11, 13, 14, 15, 16, 18]);
  await ask("POST /plant-tree-task/:id/status", {
    params: { id: task.id },
    body: { status: "in_progress" },
  });
});

/** In the place of an entry, with another number of trees, as its form keeps it. */
async function correct(entry: Entry & ReportEntry, count: number) {
  const { seq, sent_at: _sent, state: _state, refusal: _refusal, conflict: _none, ...made } = entry;
  await addEntry({ ...made, isCorrected: true, body: { ...entry.body, count } }, seq);
}

test("an entry is corrected before it is sent, while it is being sent, and after it has arrived", async () => {
  await report(20);
  await correct(await last(), 21);
  await send();
  expect((await last()).state).toBe("sent");
  expect((await counts()).filter((one) => one >= 20)).toEqual([21]);

  await report(30);
  const waiting = await last();
  // Its row is being written when it is corrected.
  const corrected = Promise.withResolvers<void>();
  server.watch((request) => {
    if (request.method !== "POST" || !request.url?.endsWith("/report")) return;
    server.watch(undefined);
    void correct(waiting, 31).then(corrected.resolve);
  });
  await send();
  await corrected.promise;
  await send();
  expect((await counts()).filter((one) => one >= 20)).toEqual([21, 31]);
  expect(await states()).not.toContain("waiting");

  await correct(await last(), 32);
  await send();
  expect((await counts()).filter((one) => one >= 20)).toEqual([21, 32]);
});

test("another person who fetches their tasks, and signing out, leave none of the earlier ones; entries wait", async () => {
  await report(40);
  await comesIn(giver);
  expect(await findTasks(officer.id)).toBeDefined();
  await sync(giver.id, () => undefined);
  expect(await findTasks(officer.id)).toBeUndefined();
  const open = (await listEntries(officer.id)).filter(isOpen).length;
  expect(open).toBeGreaterThan(0);
  expect(await countOfOthers(giver.id)).toBe(open);
  expect(await findTasks(giver.id)).toBeDefined();
  expect(await signOut()).toBe(0);
  expect(await findTasks(giver.id)).toBeUndefined();
  await comesIn(officer);
  expect(await signOut()).toBe(open);
  expect((await last()).state).toBe("waiting");
});
