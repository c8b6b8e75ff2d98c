/** Files of reports hold the figures of the JSON, in each language. */
import { readFileSync } from "node:fs";
import type { Report, ReportFigures } from "@nihol/contract/reports/reports";
import { isEmptyRow } from "@nihol/contract/values/reports/empty-rows";
import { changeIn, headlineFigures } from "@nihol/contract/values/reports/report-change";
import { json as jsonText } from "@nihol/db/json";
import { seenText } from "@nihol/locales/coverage-text";
import { formatChange, formatMeasured } from "@nihol/locales/format-change";
import { formatCount } from "@nihol/locales/format-count";
import { formatHectares, formatNumber } from "@nihol/locales/format-number";
import { text, textLanguages } from "@nihol/locales/text";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfPages, smallestLetters } from "../support/documents/pdf-text.ts";
import { sheetRows } from "../support/documents/sheet-rows.ts";
import { makeWorld } from "../support/reports-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let token: string;
beforeAll(async () => {
  server = await testApp();
  const master = await server.person("MasterAdmin");
  ({ call } = master);
  token = (await server.tokensOf(master.email)).access;
  await makeWorld(server, call);
});
afterAll(() => server.close());

async function file(path: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    url: `/api/report/${path}`,
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity", ...headers },
  });
  expect(answer.statusCode).toBe(200);
  return { bytes: answer.rawPayload, headers: answer.headers };
}

const json = async (kind: string) => (await call<Report>("GET", `/report/${kind}`)).body;

/** Some figures of every section, as numbers: what each file must show. */
const figures = (row: ReportFigures) => [
  row.garden_count,
  row.trees?.total ?? null,
  row.trees?.green ?? null,
  row.trees?.not_green ?? null,
  row.trees?.unsure ?? null,
  row.garden_tree_count,
  row.coverage.images,
  row.gardens_seen,
  row.captures.count,
  row.tasks.count,
  ...Object.values(row.tasks.by_state),
  row.tasks.overdue,
  row.tasks.scheduled_plant_count,
  row.tasks.submitted_plant_count,
  ...Object.values(row.devices.by_state),
  ...Object.values(row.violations.by_state),
];

/** Cells of a line of numbers in the order of `figures`; titles are the section's and the column's words. */
function picked(titles: string[], cells: (string | number)[], t: (key: string) => string) {
  const keys = [
    "land: garden_count",
    "trees: tree_count",
    "trees: tree_green",
    "trees: tree_not_green",
    "trees: tree_unsure",
    "trees: garden_tree_count",
    "trees: seen_images",
    "land: gardens_seen",
    "captures: capture_count",
    "tasks: task_count",
    ...["pending", "in_progress", "submitted", "needs_changes", "completed", "cancelled"].map(
      (one) => `tasks: task_${one}`,
    ),
    "tasks: task_overdue",
    "tasks: scheduled",
    "tasks: submitted",
    ...["online", "silent", "faulty", "retired"].map((one) => `devices: device_${one}`),
    ...["new", "under_review", "confirmed", "referred", "closed", "dismissed"].map(
      (one) => `violations: violation_${one}`,
    ),
  ];
  return keys.map((key) => {
    const [section = "", title = ""] = key.split(": ");
    const index = titles.indexOf(`${t(`section_${section}`)}: ${t(title)}`);
    expect(index, key).toBeGreaterThan(0);
    // A figure of ground that nobody saw is an empty cell, not a zero.
    return (cells[index] ?? "") === "" ? null : Number(cells[index]);
  });
}

describe.each(textLanguages)("in %s", (language) => {
  const t = (key: string) => text(language, `reports.${key}`);
  const c = (key: string) => text(language, `coverage.${key}`);
  const headers = { "accept-language": language };
  const nameOf = (row: Report["rows"][number], kind: string) =>
    row.id === null ? c(`none_${kind}`) : (row.name[language] ?? "");
  /** The lines below the territories. */
  const sums = ({ total, outside, grand_total }: Report): [string, ReportFigures | null][] => [
    [c("total"), total],
    [c("outside"), outside],
    [c("grand_total"), grand_total],
  ];

  test.each(["region", "district"])("CSV by %s holds the same numbers", async (kind) => {
    const report = await json(kind);
    const { bytes } = await file(`${kind}?format=csv`, headers);
    const content = bytes.toString("utf8");
    expect(content.startsWith("\ufeff")).toBe(true);
    const delimiter = language === "en" ? "," : ";";
    const [titles = [], ...lines] = parse(content, { bom: true, delimiter }) as string[][];
    expect(lines).toHaveLength(report.rows.length + 3);
    const by = (name: string) => lines.find((line) => line.includes(name)) ?? [];
    // A spreadsheet would run what begins with an equals sign.
    const cellOf = (row: Report["rows"][number]) => nameOf(row, kind).replace(/^=/, "'=");
    for (const row of report.rows)
      expect(picked(titles, by(cellOf(row)), t), cellOf(row)).toEqual(figures(row));
    for (const [name, row] of sums(report))
      expect(picked(titles, by(name), t), name).toEqual(figures(row as ReportFigures));
    const note = (name: string) => by(name)[titles.indexOf(`${t("section_trees")}: ${t("note")}`)];
    const unseen = report.rows.filter(({ coverage }) => coverage.images === 0);
    expect(unseen.length > 0).toBe(kind === "district");
    for (const row of unseen) expect(note(cellOf(row))).toContain(c("nothing_yet"));
    for (const row of report.rows.filter((one) => one.trees && one.green_level !== null))
      expect(note(cellOf(row))).toBe(c("unassessed"));
  });

  test.each(["region", "district"])("XLSX by %s holds the same numbers", async (kind) => {
    const report = await json(kind);
    const rows = sheetRows((await file(`${kind}?format=xlsx`, headers)).bytes);
    expect(rows[0]?.[0]).toBe(t(`title_${kind}`));
    const [sections = [], heads = []] = rows.slice(3);
    let section = "";
    const titles = Array.from(heads, (head, index) => {
      section = String(sections[index] || section);
      return `${section}: ${head}`;
    });
    const by = (name: string) => rows.find((line) => line.includes(name)) ?? [];
    for (const row of report.rows)
      expect(picked(titles, by(nameOf(row, kind)), t)).toEqual(figures(row));
    for (const [name, row] of sums(report))
      expect(picked(titles, by(name), t), name).toEqual(figures(row as ReportFigures));
    // Notes below the numbers say what is counted as scheduled, and as living.
    expect(rows.slice(-2)).toEqual([[t("note_planting")], [t("note_survival")]]);
  });

  test.each(["region", "district"])(
    "PDF by %s holds the same numbers, and every letter",
    async (kind) => {
      const report = await json(kind);
      const pages = pdfPages((await file(`${kind}?format=pdf&lines=all`, headers)).bytes);
      const lines = pages.join("\n").split("\n");
      expect(lines.join("")).not.toContain("\ufffd");
      expect(lines.join(" ")).toContain(t(`title_${kind}`));
      expect(lines.join(" ")).toContain(t("programme"));
      expect(lines).toContain(text(language, "reports.page", { page: 1, pages: pages.length }));
      const number = (value: number) => formatNumber(value, language);
      for (const row of report.rows) {
        const name = nameOf(row, kind);
        // The map may name it, and what the count rests on: its lines of figures are the one with its area, and the last.
        const named = lines.flatMap((line, index) => (line === name ? [index] : []));
        const [tasks, devices] = named.slice(-3);
        const area = formatHectares(row.area_m2, language);
        const land = named.find((start) => lines[start + 1] === area);
        const cells = (start = 0, from = 0, to = 0) =>
          lines.slice(start + 1 + from, start + 1 + to);
        const { trees, coverage } = row;
        const seen = seenText(
          coverage,
          {
            language,
            text: (key, p) => text(language, `coverage.${key}`, p),
            date: String,
            name: String,
          },
          false,
        );
        expect(lines.join(" ").replace(/\s+/g, " ")).toContain(seen);
        if (trees)
          expect(cells(land, 3, 7)).toEqual([
            formatCount(trees, language).replaceAll(" ", "\u00a0"),
            ...[trees.green, trees.not_green, trees.unsure].map(number),
          ]);
        else expect(cells(land, 3, 7)).toEqual(["–", "–", "–", "–"]);
        const { by_state, overdue, count, scheduled_plant_count, submitted_plant_count } =
          row.tasks;
        expect(cells(tasks, 3, 13)).toEqual(
          [
            count,
            ...Object.values(by_state),
            overdue,
            scheduled_plant_count,
            submitted_plant_count,
          ].map(number),
        );
        expect(cells(devices, 1, 5)).toEqual(Object.values(row.devices.by_state).map(number));
        const { exceeded, exceedance_days } = row.devices;
        expect(cells(devices, 5, 7)).toEqual([exceeded, exceedance_days].map(number));
        expect(cells(devices, 8, 14)).toEqual(Object.values(row.violations.by_state).map(number));
      }
    },
  );
});

test("sends what the Accept header or the format asks for, under its own name", async () => {
  const types = {
    csv: "text/csv; charset=utf-8",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    pdf: "application/pdf",
  };
  for (const [format, type] of Object.entries(types)) {
    const byFormat = await file(`region?format=${format}`);
    const byAccept = await file("region", { accept: `${type.split(";")[0]}, text/html;q=0.5` });
    for (const { headers } of [byFormat, byAccept]) {
      expect(headers["content-type"]).toBe(type);
      expect(headers["content-disposition"]).toMatch(
        new RegExp(
          `^attachment; filename="report-region-[\\d-]+\\.${format}"; filename\\*=UTF-8''`,
        ),
      );
    }
  }
  for (const accept of ["*/*", "application/json", "text/html", "application/pdf;q=0"])
    expect((await file("region", { accept })).headers["content-type"]).toContain("json");
});

test("files leave out lines without data when asked to, say how many, and keep the sums", async () => {
  const region = (await json("region")).rows.find(({ id }) => id !== null)?.id;
  const name = { ru: "Пустой", tg: "Холӣ", az: "Boş", en: "Bare" };
  const made = await call<{ id: number }>("POST", "/district", { name, region });
  expect(made.status).toBe(201);
  const report = await json("district");
  const empty = report.rows.filter(isEmptyRow);
  expect(empty.map(({ id }) => id)).toEqual([made.body.id]);
  const english = { "accept-language": "en" };
  const linesOf = async (lines: string) => {
    const { bytes } = await file(`district?format=csv&lines=${lines}`, english);
    return parse(bytes.toString("utf8"), { bom: true }) as string[][];
  };
  const [all, filled] = [await linesOf("all"), await linesOf("filled")];
  const isEmpty = (line: string[]) => empty.some(({ name }) => line.includes(name.en ?? ""));
  expect(filled).toEqual(all.filter((line) => !isEmpty(line)));
  expect(filled).toHaveLength(all.length - empty.length);
  const { bytes } = await file("district?format=pdf&lines=filled", english);
  const words = pdfPages(bytes).join(" ").replace(/\s+/g, " ");
  expect(words).toContain(text("en", "reports.left_out", { n: empty.length }));
});

test.each(textLanguages)(
  "the first page of a PDF in %s has five figures, each with its change or its reason, the map and lines to sign on",
  async (language) => {
    const headers = { "accept-language": language };
    const dates = "from=2026-01-01&to=2026-12-31";
    const { bytes } = await file(`region?format=pdf&${dates}`, headers);
    const report = await json(`region?${dates}`);
    const [first = "", second = ""] = pdfPages(bytes).map((page) => page.replace(/\s+/g, " "));
    const t = (key: string, params = {}) => text(language, `reports.${key}`, params);
    for (const figure of headlineFigures) {
      const { title, unit, of } = figure;
      const now = of(report.total);
      const change = formatChange(changeIn(figure, report.total), unit, language);
      const [value = ""] = formatMeasured(now, unit, language).split(" (");
      for (const part of [t(title), value, t("headline_change", { change })])
        expect(first).toContain(part.replace(/\s+/g, " "));
    }
    expect(first).toContain(text(language, "coverage.ranges_note").replace(/\s+/g, " "));
    expect(first).toContain(t("map_trees"));
    expect(first).toContain(t("chart_cohort"));
    for (const part of ["sign_name", "sign_post", "sign_signature", "sign_date"])
      expect(first).toContain(text(language, `violations.${part}`));
    expect(first).not.toContain(t("section_land"));
    expect(second).toContain(t("section_land"));
  },
);

test("a PDF says its language and title, and stands on landscape A4", async () => {
  const { bytes } = await file("region?format=pdf", { "accept-language": "tg" });
  const content = bytes.toString("latin1");
  expect(content).toMatch(/\/Lang \(tg\)/);
  expect(content).toContain("/MediaBox [0 0 841.89 595.28]");
  expect(content).toContain("/DisplayDocTitle true");
});

test.each(textLanguages)("no word of a heading is broken in a PDF in %s", async (language) => {
  const { bytes } = await file("district?format=pdf", { "accept-language": language });
  const titles = JSON.parse(
    readFileSync(
      new URL(`../../../../packages/locales/src/${language}/reports.json`, import.meta.url),
      "utf8",
    ),
  ) as Record<string, string>;
  const known = new Set(Object.values(titles).flatMap((title) => title.split(/[\s,:]+/)));
  const lines = pdfPages(bytes).flatMap((page) => page.split("\n"));
  const broken = lines.flatMap((line, i) => {
    const [end = "", begin = ""] = [
      line.split(/\s/).at(-1),
      (lines[i + 1] ?? "").split(/[\s,:]/)[0],
    ];
    return end !== "" && !end.endsWith("-") && !known.has(end) && known.has(end + begin)
      ? [`${end}|${begin}`]
      : [];
  });
  expect(broken).toEqual([]);
});

test.each(textLanguages)("the tables of a PDF in %s have letters to be read", async (language) => {
  const dates = "from=2026-01-01&to=2026-12-31";
  for (const kind of ["region", "district"]) {
    const { bytes } = await file(`${kind}?format=pdf&${dates}`, { "accept-language": language });
    const [, ...tables] = smallestLetters(bytes);
    expect(Math.min(...tables), kind).toBeGreaterThanOrEqual(6);
  }
});

test("the basis of a count stands once beside all lines that share it", async () => {
  const { bytes } = await file("district?format=pdf&lines=all", { "accept-language": "en" });
  const report = await json("district");
  const unseen = report.rows.filter(({ coverage }) => coverage.images === 0);
  expect(unseen.length).toBeGreaterThan(1);
  const words = pdfPages(bytes).join(" ").replace(/\s+/g, " ");
  const nothing = text("en", "coverage.nothing_yet");
  expect(words.split(nothing)).toHaveLength(2);
});

test("paper by district hides lines without data unless all are asked for", async () => {
  const english = { "accept-language": "en" };
  const report = await json("district");
  const empty = report.rows.filter(isEmptyRow);
  const said = text("en", "reports.left_out", { n: empty.length });
  const wordsOf = async (path: string) =>
    pdfPages((await file(path, english)).bytes)
      .join(" ")
      .replace(/\s+/g, " ");
  expect(await wordsOf("district?format=pdf")).toContain(said);
  expect(await wordsOf("district?format=pdf&lines=all")).not.toContain(said);
  expect(await wordsOf("region?format=pdf")).not.toContain(said);
});

test("a PDF by district without borders shows the map of the regions", async () => {
  const english = { "accept-language": "en" };
  const wordsOf = async () =>
    pdfPages((await file("district?format=pdf", english)).bytes)[0]?.replace(/\s+/g, " ");
  const { sql: db } = server.db;
  const kept = await db.selectFrom("district").select(["id", "boundary"]).execute();
  await db.updateTable("district").set({ boundary: null }).execute();
  try {
    const words = await wordsOf();
    expect(words).toContain(text("en", "reports.map_trees"));
    expect(words).toContain(text("en", "reports.map_regions"));
  } finally {
    for (const { id, boundary } of kept)
      if (boundary)
        await db
          .updateTable("district")
          .set({ boundary: jsonText(boundary) })
          .where("id", "=", id)
          .execute();
  }
});
