/** A case from a contradicted report: its act holds the reasons, the flags and the photos, the repeated one beside the first. */
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { languages } from "@nihol/contract/values/languages";
import type { TaskEvidence } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { json } from "@nihol/db/json";
import { seededRandom } from "@nihol/geo/seeded-random";
import { flagText } from "@nihol/locales/flag-text";
import { text } from "@nihol/locales/text";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "../../../src/shared/files/words.ts";
import { sendFile } from "../../support/attached-files-sender.ts";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { day, plantingFixture } from "../../support/planting-fixture.ts";
import { grants } from "../../support/test-app.ts";
import { verdictWorld } from "./verdict-world.ts";

const { server, giver, counter, ministry, submittedTask, workOut } = await verdictWorld();
afterAll(() => server.close());

/** A view that no other draws, with the camera's time and place. */
function photo(seed: number, taken: string, latitude: string) {
  const random = seededRandom(seed);
  const patches = Buffer.from(Array.from({ length: 16 * 12 * 3 }, () => 40 + random() * 170));
  return sharp(patches, { raw: { width: 16, height: 12, channels: 3 } })
    .resize(640, 480, { kernel: "cubic" })
    .withExif({
      IFD2: { DateTimeOriginal: taken },
      IFD3: {
        ...{ GPSLatitudeRef: "N", GPSLatitude: latitude },
        ...{ GPSLongitudeRef: "E", GPSLongitude: "68/1 30/1 18/1" },
      },
    })
    .jpeg()
    .toBuffer();
}

let accused: Awaited<ReturnType<typeof submittedTask>>;
let first: Awaited<ReturnType<typeof submittedTask>>;
let violation: ViolationDetail;

async function sendPhoto(task: number, bytes: Uint8Array) {
  const { body } = await giver<{ results: PlantTreeReport[] }>(
    "GET",
    `/plant-tree-task/${task}/report`,
  );
  const path = `/plant-tree-task/${task}/report/${body.results[0]?.id}/photo`;
  const { access } = await server.tokensOf(counter.email);
  const sent = await sendFile(server, access, path, { name: "a.jpg", bytes });
  expect(sent.status).toBe(200);
}

/** Takes a handed-in report back, lets it be changed and hands it in again. */
async function changed(task: number, change: () => Promise<unknown>) {
  const status = (to: string) =>
    giver("POST", `/plant-tree-task/${task}/status`, { status: to, comment: "once more" });
  expect((await status("needs_changes")).status).toBe(200);
  await change();
  expect((await status("submitted")).status).toBe(200);
}

beforeAll(async () => {
  first = await submittedTask(900, 700);
  accused = await submittedTask(400, 2400);
  await changed(first.id, async () =>
    sendPhoto(first.id, await photo(11, "2023:11:20 08:15:00", "38/1 12/1 0/1")),
  );
  await giver("PATCH", `/plant-tree-task/${accused.id}`, { spacing_m: 6 });
  await changed(accused.id, async () =>
    sendPhoto(accused.id, await photo(11, "2023:11:20 08:15:00", "38/1 12/1 0/1")),
  );
  await workOut();
  const { body, status } = await giver<ViolationDetail>("POST", "/violation", {
    ...{ kind: "other", title: "Not planted", observed_on: day(-1), ministry },
    ...{ garden: accused.garden, opened_from: { task: accused.id } },
  });
  expect(status).toBe(201);
  violation = body;
});

const act = async (language: string, id = violation.id, bearer?: string) => {
  const token = bearer ?? (await server.tokensOf(counter.email)).access;
  return server.app.inject({
    url: `/api/violation/${id}/act?language=${language}&time_zone=Asia/Dushanbe`,
    headers: { authorization: `Bearer ${token}` },
  });
};
// Lines break where they are full, so words are looked for without their gaps.
const plain = (words: string) => words.replaceAll(/\s+/g, "");
const pagesOf = async (language: string) =>
  plain(pdfPages((await act(language)).rawPayload).join(""));

test("a case keeps the reasons, the flags and both photos, with the camera's time and place", () => {
  const { reasons, report } = violation.evidence as TaskEvidence;
  expect(reasons?.map(({ code }) => code)).toContain("photo_warnings");
  expect(report?.flags.map(({ flag }) => flag)).toEqual(["too_dense"]);
  const [row] = report?.shown ?? [];
  expect(row?.flags.map(({ flag }) => flag).sort()).toEqual([
    "photo_duplicate",
    "photo_elsewhere",
    "photo_time",
    "photo_time",
  ]);
  expect(row?.photo).toMatchObject({
    taken_at: "2023-11-20T08:15:00",
    taken_place: [68.505, 38.2],
  });
  expect(row?.same.map(({ task }) => task)).toEqual([first.id]);
  const kept = violation.files.filter(({ evidence }) => evidence === "photo");
  expect(kept.map(({ sha256 }) => sha256)).toContain(row?.photo?.sha256);
});

test.each(languages)(
  "its act in %s says them in words, and has no row of dashes",
  async (language) => {
    const shown = await pagesOf(language);
    const words = wordsOf(language, "Asia/Dushanbe");
    const { report, task } = violation.evidence as TaskEvidence;
    const said = {
      ...words,
      text: (key: string, params?: Record<string, string | number>) =>
        text(language, `planting.${key}`, params),
    };
    const flags = [...(report?.flags ?? []), ...(report?.shown.flatMap((row) => row.flags) ?? [])];
    expect(flags.length).toBeGreaterThan(4);
    for (const flag of flags) expect(shown).toContain(plain(flagText(flag, task, said)));
    for (const key of ["verdicts.reasons", "verdicts.no_before", "violations.act_no_standing"])
      expect(shown, key).toContain(plain(text(language, key)));
    const same = {
      ...{ task: first.id, date: words.date(day(-900)) },
      garden: words.name(report?.shown[0]?.same[0]?.garden),
    };
    expect(shown).toContain(plain(text(language, "violations.act_same_elsewhere", same)));
    const when = text(language, "violations.act_taken_at", {
      when: `${words.date("2023-11-20")} 08:15`,
    });
    expect(shown.split(plain(when)).length - 1).toBe(2);
    expect(shown).toContain("38.200000,68.505000");
  },
);

test("its act shows the photo twice: of this report, and where it was used before", async () => {
  const { rawPayload } = await act("en");
  const drawn = pdfPages(rawPayload).length;
  expect(drawn).toBeGreaterThan(1);
  expect(rawPayload.toString("latin1").match(/\/Subtype \/Image/g)?.length).toBe(2);
});

test("the letterhead names who opened the case, and never the accused", async () => {
  const accusedName = text("en", "reports.programme");
  const head = async (id: number) =>
    pdfPages((await act("en", id)).rawPayload)[0]
      ?.split("\n")
      .slice(0, 3)
      .join(" ");
  expect(await head(violation.id)).toMatch(new RegExp(`^${accusedName}`));
  const inspection = await plantingFixture(server).insert("ministry", {
    name: json({ en: "Inspection", ru: "Инспекция", tg: "Инспексия", az: "" }),
  });
  const inspector = await server.person("Inspector", {
    permissions: grants({ violation: "vacd" }),
    ministryId: inspection,
  });
  const { body } = await inspector.call<ViolationDetail>("POST", "/violation", {
    ...{ kind: "other", title: "Felled", observed_on: day(-1), ministry },
    point: [68.5, 38.5],
  });
  expect(await head(body.id)).toMatch(/^Inspection/);
});
