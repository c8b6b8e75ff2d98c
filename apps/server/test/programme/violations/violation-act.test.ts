/** The act of a case as PDF: its words in four languages, its figures, its images and its pages. */
import { languages } from "@nihol/contract/values/languages";
import { json } from "@nihol/db/json";
import { text } from "@nihol/locales/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pngOf } from "../../../src/commands/demo-file-bytes.ts";
import { sendFile } from "../../support/attached-files-sender.ts";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { lostTrees } from "../../support/lost-trees-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let token: string;
let violation: { id: number; number: string };
let lost: number;
const description = "Кундаҳо нав буда, нишони арра доранд. Ağaclar gecə kəsilib.";

beforeAll(async () => {
  server = await testApp();
  const master = await server.person("MasterAdmin");
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

test("an act holds both crops and the photo as images", async () => {
  const { rawPayload } = await act("language=en");
  const images = rawPayload.toString("latin1").match(/\/Subtype \/Image/g) ?? [];
  expect(images.length).toBe(3);
});

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
