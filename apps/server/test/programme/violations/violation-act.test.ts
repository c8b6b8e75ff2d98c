/** The act of a case as PDF: its words in four languages, its figures, its images and its pages. */
import { languages } from "@nihol/contract/values/languages";
import type { ComparisonEvidence } from "@nihol/contract/values/violations";
import { json } from "@nihol/db/json";
import { text } from "@nihol/locales/text";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pngOf } from "../../../src/commands/demo-file-bytes.ts";
import { sendFile } from "../../support/attached-files-sender.ts";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { lostTrees } from "../../support/lost-trees-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let token: string;
let violation: { id: number; number: string };
let lost: number;
const description = "Кундаҳо нав буда, нишони арра доранд. Ağaclar gecə kəsilib.";

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  token = (await server.tokensOf(master.email)).access;
  const world = await lostTrees(server, master);
  lost = world.lost.length;
  const created = await master.call<typeof violation>("POST", "/violation", {
    kind: "illegal_felling",
    title: "Дарахтон нестанд",
    description,
    point: [68.78, 38.56],
    garden: world.garden,
    observed_on: "2025-05-01",
    due_date: "2025-06-30",
    responsible: master.id,
    opened_from: { comparison: world.comparison },
  });
  violation = created.body;
  const path = `/violation/${violation.id}`;
  await sendFile(server, token, `${path}/file`, { name: "IMG_2041.png", bytes: pngOf(3) });
  const taken = sharp({ create: { width: 90, height: 60, channels: 3, background: "#2a7" } });
  const bytes = await taken
    .withExif({
      IFD2: { DateTimeOriginal: "2025:04:30 17:42:00" },
      IFD3: {
        ...{ GPSLatitudeRef: "N", GPSLatitude: "38/1 30/1 18/1" },
        ...{ GPSLongitudeRef: "E", GPSLongitude: "68/1 30/1 18/1" },
      },
    })
    .jpeg()
    .toBuffer();
  await sendFile(server, token, `${path}/file`, { name: "DSC_7.jpg", bytes });
  const step = { from: "new", to: "under_review", comment: "Ба ҷой рафтанд" };
  await master.call("POST", `${path}/state`, step);
});
afterAll(() => server.close());

const act = (query: string, id = violation.id, bearer = token) =>
  server.app.inject({
    url: `/api/violation/${id}/act?${query}`,
    headers: { authorization: `Bearer ${bearer}` },
  });

test.each(languages)(
  "an act in %s holds its words, figures, photos and room for signatures",
  async (language) => {
    const answer = await act(`language=${language}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const pages = pdfPages(answer.rawPayload);
    // Lines break where they are full, so words are looked for without their gaps.
    const plain = (words: string) => words.replaceAll(/\s+/g, "");
    const shown = plain(pages.join(""));
    const keys = [
      "evidence",
      "act_photos",
      "act_history",
      "act_signatures",
      "sign_post",
      "act_seen",
    ];
    for (const key of [...keys, "kind_illegal_felling", "state_under_review", "source_comparison"])
      expect(shown, key).toContain(plain(text(language, `violations.${key}`)));
    const title = text(language, "violations.act_title", { number: violation.number });
    for (const words of [
      title,
      description,
      "Боғи Дилором",
      "38.560000, 68.780000",
      "1. IMG_2041.png",
    ])
      expect(shown).toContain(plain(words));
    expect(shown).toContain(plain(text(language, "violations.lost_trees")));
    expect(shown).toContain(`:${lost}`);
    expect(shown).toContain(plain("Ба ҷой рафтанд"));
    for (const [i, page] of pages.entries())
      expect(page).toContain(text(language, "reports.page", { page: i + 1, pages: pages.length }));
  },
);

test("an act holds both crops and the photos as images", async () => {
  const { rawPayload } = await act("language=en");
  const images = rawPayload.toString("latin1").match(/\/Subtype \/Image/g) ?? [];
  expect(images.length).toBe(4);
});

test.each(languages)(
  "an act in %s numbers every lost tree, and dates photos by the camera's clock",
  async (language) => {
    const plain = (words: string) => words.replaceAll(/\s+/g, "");
    const shown = plain(pdfPages((await act(`language=${language}`)).rawPayload).join(""));
    const say = (key: string, params?: Record<string, string>) =>
      plain(text(language, `violations.${key}`, params));
    const day = language === "en" ? "30/04/2025" : "30.04.2025";
    expect(shown).toContain(say("act_taken_at", { when: `${day} 17:42` }));
    expect(shown).toContain(say("act_taken_place", { where: "38.505000, 68.505000" }));
    expect(shown).toContain(say("act_taken_unknown"));
    expect(shown).toContain(say("act_lost_places"));
    expect(shown).toContain(say("act_lost_apart"));
    const { body } = await master.call<{ evidence: ComparisonEvidence }>(
      "GET",
      `/violation/${violation.id}`,
    );
    const { places = [] } = body.evidence;
    expect(places).toHaveLength(lost);
    for (const [index, { place }] of places.entries())
      expect(shown).toContain(`${index + 1}.${place[1].toFixed(6)},${place[0].toFixed(6)}`);
  },
);

test("an act is made of cases within the scope, and in languages that there are", async () => {
  const region = await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "Ш", ru: "Ш", en: "E", az: "" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const far = await server.person("Far", { permissions: grants({}), regions: [region.id] });
  const { access } = await server.tokensOf(far.email);
  expect((await act("language=en", violation.id, access)).statusCode).toBe(404);
  expect((await act("language=xx")).statusCode).toBe(400);
});
