/** Many devices at once: from files of people, and their tokens with slips. */
import type { DeviceGroup } from "@nihol/contract/sensors/device-groups";
import type { DeviceImport, ManyTokens } from "@nihol/contract/sensors/device-import";
import type { Device } from "@nihol/contract/sensors/devices";
import { text } from "@nihol/locales/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { fileBody, hoursAgo, makeDevice, sender } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";
import { type TwoRegions, twoRegions } from "./two-regions.ts";

let server: TestApp;
let world: TwoRegions;
beforeAll(async () => {
  server = await testApp();
  world = await twoRegions(server);
});
afterAll(() => server.close());

type Person = TwoRegions["keeper"];
async function send(
  bytes: Buffer | string,
  query: Record<string, string> = {},
  { person = world.keeper, language = "en" }: { person?: Person; language?: string } = {},
) {
  const { access } = await server.tokensOf(person.email);
  const { payload, headers } = fileBody(bytes, "devices.csv");
  const answer = await server.app.inject({
    ...{ method: "POST", payload },
    url: `/api/device/import?${new URLSearchParams(query)}`,
    headers: { ...headers, authorization: `Bearer ${access}`, "accept-language": language },
  });
  return {
    status: answer.statusCode,
    body: answer.json<DeviceImport & Record<string, string[]>>(),
  };
}
const dry = { dry_run: "1" };
const named = async (search: string, { call } = world.master) =>
  (await call<{ results: Device[] }>("GET", `/device?search=${search}`)).body.results;

const csv = [
  "Название;Что измеряет;Широта;Долгота;Сад;Серийный номер;Производитель;Глубина, м;Передаёт каждые",
  'im-1;Почва;38,5;70,5;First garden;S-1;"Davis; Inc";0,3;30',
  "im-2;воздух;38.501;70.501;;S-2;;;",
  "im-2;air;38.5;70.5;;;;;",
  "im-3;Вода;38.5;71.5;;;;;",
  "im-4;Вода;38.5;70.5;Second garden;;;;",
  "im-5;камень;север;70.5;;S-1;;;",
  "im-6;air;38.5;70.5;;S-1;;;",
].join("\r\n");

test("a file is read row by row, in the reader's language, and nothing is made before it is said", async () => {
  const look = await send(csv, dry, { language: "ru" });
  expect(look.status).toBe(200);
  const { columns, missing, rows, accepted, refused_count } = look.body;
  expect(columns.map(({ role }) => role)).toEqual([
    ...["name", "type", "latitude", "longitude", "garden", "serial", "maker", "depth_m"],
    "interval_minutes",
  ]);
  expect([missing, accepted, refused_count]).toEqual([[], 2, 5]);
  const said = (key: string, params?: Record<string, string>) =>
    text("ru", `errors.${key}`, params);
  expect(rows.map(({ line, problems }) => [line, problems])).toEqual([
    [2, []],
    [3, []],
    [4, [said("name_taken")]],
    [5, [said("out_of_reach")]],
    // The garden of another region is told of as one that does not exist.
    [6, [said("garden_unknown", { value: "Second garden" })]],
    [7, [said("number_unread", { value: "север" }), said("type_unknown", { value: "камень" })]],
    [8, [said("serial_taken", { name: "im-1" })]],
  ]);
  expect(rows[0]).toMatchObject({ garden: { id: world.first.garden }, latitude: 38.5 });
  expect(await named("im-")).toEqual([]);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "device")
    .select("id")
    .execute();
  expect(log).toEqual([]);
});

test("the right rows are made with all that they say, the others are left", async () => {
  const done = await send(csv);
  expect([done.status, done.body.accepted, done.body.refused_count]).toEqual([200, 2, 5]);
  const made = await named("im-");
  expect(made.map(({ name }) => name)).toEqual(["im-1", "im-2"]);
  expect(made[0]).toMatchObject({
    ...{ type: "soil", latitude: 38.5, longitude: 70.5, height_m: -0.3, interval_minutes: 30 },
    ...{ serial: "S-1", maker: "Davis; Inc", garden: { id: world.first.garden } },
    region: { id: world.first.region },
  });
  expect(made[1]).toMatchObject({
    type: "air",
    height_m: null,
    interval_minutes: 60,
    garden: null,
  });
  expect((await send(csv)).body.accepted).toBe(0);
  const { viewer } = world;
  expect((await send(csv, dry, { person: viewer })).status).toBe(403);
});

test("a workbook is read as people write it, and a list that was taken away comes back", async () => {
  const cell = (value: string | number) => ({ value });
  const bytes = await writeXlsxFile([
    ["Name", "Measures", "Coordinates", "Height (m)", "Notes", "Elevation, m"].map(cell),
    ["xl-1", "air", "38.5, 70.5", 2.5, "Behind & <in front>", 812].map(cell),
    ["xl-2", "Ҳаво", "38,5; 70,5", 0.1 + 0.2, "", ""].map(cell),
    ["xl-3", "water", "somewhere", "", "", ""].map(cell),
  ]).toBuffer();
  const { body } = await send(bytes, dry);
  expect(body.rows.map(({ line, problems }) => [line, problems.length])).toEqual([
    [2, 0],
    [3, 0],
    [4, 1],
  ]);
  expect((await send(bytes)).body.accepted).toBe(2);
  const [one, two] = await named("xl-");
  expect(one).toMatchObject({ altitude_m: 812, height_m: 2.5, notes: "Behind & <in front>" });
  expect(two).toMatchObject({ height_m: 0.3, latitude: 38.5, longitude: 70.5 });
});

test("a column of groups puts devices into those that the person sees, and makes the others where they may", async () => {
  const { keeper, master, far } = world;
  const { id: shown } = (
    await keeper.call<DeviceGroup>("POST", "/device-group", { name: "Route 7" })
  ).body;
  const hidden = await master.call<DeviceGroup>("POST", "/device-group", { name: "Beyond" });
  await makeDevice(master.call, { ...far, name: "gr-far", groups: [hidden.body.id] });
  const rows = [
    "name;type;coordinates;groups",
    'gr-1;air;38.5 70.5;"ROUTE 7; Delivery"',
    'gr-2;air;38.5 70.5;"delivery;Beyond;; delivery"',
    `gr-3;air;38.5 70.5;${"x".repeat(101)}`,
    "gr-2;air;38.5 70.5;Refused with its row",
    "gr-4;air;38.5 70.5;",
  ].join("\n");
  const look = await send(rows, dry);
  expect(look.body.columns.at(-1)?.role).toBe("groups");
  // A group of another region is not told of: the name is a new one.
  expect(look.body.new_groups).toEqual(["Delivery", "Beyond"]);
  expect(look.body.rows.map(({ problems }) => problems)).toEqual([
    ...[[], [], [text("en", "errors.group_too_long", { max: 100 })]],
    ...[[text("en", "errors.name_taken")], []],
  ]);
  const listed = async (person: Person) =>
    (await person.call<{ results: DeviceGroup[] }>("GET", "/device-group")).body.results;
  expect((await listed(keeper)).map(({ name }) => name)).toEqual(["Route 7"]);
  expect((await send(rows)).body.accepted).toBe(3);
  const [one, two] = await named("gr-");
  expect(one?.groups).toContainEqual({ id: shown, name: "Route 7" });
  expect(two?.groups.map(({ name }) => name)).toEqual(["Beyond", "Delivery"]);
  expect(await named("gr-4")).toMatchObject([{ groups: [] }]);
  expect((await listed(master)).filter(({ name }) => name === "Beyond")).toHaveLength(2);
  // A person who sees both cannot say which; one who may add devices alone makes no group.
  const twice = "name,type,coordinates,groups\ngr-5,air,38.5 70.5,Beyond\n";
  const ambiguous = [text("en", "errors.group_ambiguous", { value: "Beyond" })];
  const problems = async (file: string, person: Person) =>
    (await send(file, dry, { person })).body.rows.flatMap((row) => row.problems);
  expect(await problems(twice, master)).toEqual(ambiguous);
  const adder = await server.person("Adds devices", {
    permissions: grants({ device: "va" }),
    regions: [world.first.region],
  });
  const unseen = [text("en", "errors.group_not_seen", { value: "Own" })];
  expect(await problems(twice.replace("Beyond", "Route 7"), adder)).toEqual([]);
  expect(await problems(twice.replace("Beyond", "Own"), adder)).toEqual(unseen);
});

test("columns may be named by hand; what is no table, too long or hostile is refused with what to do", async () => {
  const odd = 'a,b,c\nod-1,air,"38.5 70.5"\n';
  const { body } = await send(odd, dry);
  expect([body.missing, body.rows]).toEqual([["name", "type", "coordinates"], []]);
  const refusal = async (bytes: Buffer | string, query: Record<string, string> = {}) => {
    const answer = await send(bytes, query);
    return [answer.status, Object.entries(answer.body).flat(2)];
  };
  const said = (key: string, params?: Record<string, number>) => [
    400,
    ["file", text("en", `errors.${key}`, params)],
  ];
  expect(await refusal(odd)).toEqual(said("sheet_no_columns"));
  const mapping = "name,type,coordinates";
  expect((await send(odd, { ...dry, mapping })).body.accepted).toBe(1);
  expect((await refusal(odd, { mapping: "name,name,type" }))[0]).toBe(400);
  expect((await refusal(odd, { mapping: "name,type" }))[0]).toBe(400);
  const many = `name,type,latitude,longitude\n${"x,air,38.5,70.5\n".repeat(1001)}`;
  expect(await refusal(many, dry)).toEqual(said("too_many_rows", { max: 1000 }));
  expect(await refusal(Buffer.from("PK\u0003\u0004 no archive"), dry)).toEqual(
    said("sheet_unread"),
  );
  expect(await refusal("", dry)).toEqual(said("file_empty"));
  // A formula's text stays text, and a name of markup is a name.
  const sly = `name,type,latitude,longitude\n"=cmd|' /C calc'!A0",air,38.5,70.5\n<b>x</b>,air,38.5,70.5\n`;
  expect((await send(sly)).body.accepted).toBe(2);
});

test("tokens of many are made at once, with slips; those that have one keep it unless it is said", async () => {
  const { master, keeper, viewer, near, far } = world;
  const one = await makeDevice(keeper.call, { ...near, name: "tk-1", serial: "T-1" });
  const two = await makeDevice(keeper.call, { ...near, name: "tk-2" });
  const old = await makeDevice(keeper.call, { ...near, name: "tk-old", retired: true });
  const hidden = await makeDevice(master.call, { ...far, name: "tk-hidden" });
  const ask = ({ call }: Person, ids: number[], keep?: boolean) =>
    call<ManyTokens>("POST", "/device/token", { ids, keep });
  expect((await ask(viewer, [one.id])).status).toBe(403);
  const all = [two.id, hidden.id, old.id, one.id, 999_999];
  const first = await ask(keeper, all);
  expect(first.status).toBe(200);
  expect(first.body.made.map(({ name, serial }) => [name, serial])).toEqual([
    ["tk-2", ""],
    ["tk-1", "T-1"],
  ]);
  const reasons = new Map(first.body.skipped.map(({ id, ...rest }) => [id, rest]));
  expect(reasons.get(old.id)?.problem).toBe(text("en", "errors.device_retired"));
  // One of another region says what one that does not exist says.
  expect(reasons.get(hidden.id)).toEqual(reasons.get(999_999));
  expect(JSON.stringify(first.body)).not.toContain("tk-hidden");
  const slips = Buffer.from(first.body.slips ?? "", "base64").toString("latin1");
  expect(slips.startsWith("%PDF-")).toBe(true);
  const reading = [{ ts: hoursAgo(1), values: { co2: 500 } }];
  const [made] = first.body.made;
  expect((await sender(server, two.id, made?.token ?? "")(reading)).status).toBe(200);
  const again = await ask(keeper, [two.id]);
  expect([again.body.made, again.body.slips]).toEqual([[], null]);
  expect(again.body.skipped[0]?.problem).toBe(text("en", "errors.device_has_token"));
  const replaced = await ask(keeper, [two.id], false);
  expect(replaced.body.made).toHaveLength(1);
  expect((await sender(server, two.id, made?.token ?? "")(reading)).status).toBe(401);
  const tooMany = await ask(
    keeper,
    Array.from({ length: 201 }, (_, n) => n + 1),
  );
  expect(tooMany.status).toBe(400);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("action", "=", "token")
    .select("resource_id")
    .orderBy("id")
    .execute();
  expect(log.map((row) => Number(row.resource_id))).toEqual([one.id, two.id, two.id]);
});
