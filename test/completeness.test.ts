/** Every resource of the contract has its routes, permissions, table, seed, screen, menu entry, words and guide page. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { actions, type Resource, resources } from "@nihol/contract/values/permissions";
import { seedDemo } from "@nihol/seed/demo";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../apps/server/test/support/test-app.ts";
import { screens } from "../apps/web/src/lib/navigation/screens.ts";

const root = resolve(import.meta.dirname, "..");
const languages = ["en", "ru", "tg", "az"];
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Files of routes by their addresses: a folder in brackets is none of it. */
const routeFiles = new Set(
  readdirSync(join(root, "apps/web/src/routes"), { recursive: true, encoding: "utf8" }).map(
    (file) => file.replace(/\([^)]*\)\//g, ""),
  ),
);

/** Where each resource is kept: its calls, its table, the screen that manages it. */
const kept: Record<Resource, { path: string; table: string; screen: string }> = {
  group: { path: "/group", table: "user_group", screen: "roles" },
  district: { path: "/district", table: "district", screen: "districts" },
  garden: { path: "/garden", table: "garden", screen: "gardens" },
  satelliteimagery: { path: "/satellite-imagery", table: "imagery_process", screen: "process" },
  wholeimage: { path: "/whole-image", table: "whole_image", screen: "image_processing_ai" },
  ministry: { path: "/ministry", table: "ministry", screen: "ministry" },
  ministryemployee: {
    path: "/ministry-employee",
    table: "ministry_employee",
    screen: "ministry_employees",
  },
  planttreedetail: { path: "/plant-tree-detail", table: "tree", screen: "image_processing_ai" },
  planttreetask: { path: "/plant-tree-task", table: "planting_task", screen: "tree_task" },
  planttreetaskreport: {
    path: "/plant-tree-task/{id}/report",
    table: "planting_report",
    screen: "tree_task",
  },
  planttreetype: { path: "/plant-tree-type", table: "tree_type", screen: "tree_type" },
  region: { path: "/region", table: "region", screen: "regions" },
  device: { path: "/device", table: "device", screen: "monitoring_devices" },
  user: { path: "/user", table: "user_account", screen: "users" },
  violation: { path: "/violation", table: "violation", screen: "violation" },
  document: { path: "/document", table: "document", screen: "orama_doc" },
  report: { path: "/report-period", table: "report_period", screen: "report_by_region" },
};
/** Resources that the worker makes from images, not a seed. */
const madeFromImages = new Set<Resource>(["satelliteimagery", "wholeimage", "planttreedetail"]);
/** Reading needs sign-in only (decisions.md, Roles). */
const readBySignedIn = new Set<Resource>(["violation", "document", "report"]);

let server: TestApp;
let calls: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  server = await testApp();
  await seedDemo(server.db.sql, { passwordHash: "none", isSmall: true });
  calls = (server.app.swagger() as { paths: typeof calls }).paths;
});
afterAll(() => server.close());

describe.each(resources)("%s", (resource) => {
  const { path, table, screen } = kept[resource];

  test("has its list among the calls, and asks for its permission", async () => {
    expect(calls[`/api${path}`]).toHaveProperty("get");
    const shown = path.replace("{id}", "1");
    const nobody = await server.person(`Nobody ${resource}`, { permissions: grants({}) });
    const holder = await server.person(`Holder ${resource}`, {
      permissions: grants({ [resource]: "v", planttreetask: "v" }),
    });
    const expected = readBySignedIn.has(resource) ? 200 : 403;
    expect((await nobody.call("GET", shown)).status).toBe(expected);
    expect((await holder.call("GET", shown)).status).toBe(200);
  });

  test("has a table from a migration", () => {
    const migrations = readdirSync(join(root, "packages/db/migrations"))
      .map((file) => read(`packages/db/migrations/${file}`))
      .join("\n");
    expect(migrations).toMatch(new RegExp(`create table ${table} \\(`));
  });

  test("has rows in the demonstration", async () => {
    if (madeFromImages.has(resource)) {
      const scenes = await server.db.sql
        .selectFrom("installation")
        .where("key", "=", "demo_scenes")
        .select("value")
        .executeTakeFirstOrThrow();
      expect((scenes.value as unknown[]).length).toBeGreaterThan(0);
      return;
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)}`.execute(server.db.sql);
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  test("has a screen in the menu", () => {
    expect(screens.map(({ id }) => id)).toContain(screen);
  });

  test("is named in the role picker in four languages", () => {
    for (const language of languages) {
      const words = JSON.parse(read(`packages/locales/src/${language}/roles.json`));
      expect(words[`resources.${resource}`], language).toBeTruthy();
      for (const action of actions) expect(words[`actions.${action}`], language).toBeTruthy();
    }
  });
});

describe.each(screens.map(({ id, to, section }) => ({ id, to: to as string, section })))(
  "screen $id",
  ({ id, to, section }) => {
    test("has its route", () => {
      const name = to === "/admin" ? "admin/index" : to.slice(1);
      expect([`${name}.tsx`, `${name}/index.tsx`].some((file) => routeFiles.has(file))).toBe(true);
    });

    test("has its title, section and icon, and a guide page in four languages", () => {
      expect(read("apps/web/src/features/shell/screen-icons.ts")).toContain(`${id}:`);
      for (const language of languages) {
        const words = JSON.parse(read(`packages/locales/src/${language}/app.json`));
        expect(words[`screen_${id}`], language).toBeTruthy();
        expect(words[`section_${section}`], language).toBeTruthy();
        const page = read(`docs/guide/${language}/${id}.md`);
        expect(page, language).toMatch(/^# \S/);
        expect(page.length, language).toBeGreaterThan(600);
      }
    });
  },
);

test("every page of the guide belongs to a screen, and links lead to pages that are there", () => {
  const known = new Set<string>(["start", ...screens.map(({ id }) => id)]);
  for (const language of languages) {
    for (const file of readdirSync(join(root, "docs/guide", language))) {
      const page = file.replace(".md", "");
      expect(known, `${language}/${file}`).toContain(page);
      const text = read(`docs/guide/${language}/${file}`);
      for (const [, target] of text.matchAll(/\]\(guide:([a-z_]+)\)/g))
        expect(known, `${language}/${file}`).toContain(target);
    }
  }
});

test("the guide's screenshots show counts of the models in use: npm run pictures -- --guide", () => {
  const taken: Record<string, string> = JSON.parse(read("docs/guide/pictures/models.json"));
  expect(Object.keys(taken).sort()).toEqual(["crown", "green"]);
  for (const [name, version] of Object.entries(taken)) {
    const card: { version: string } = JSON.parse(read(`models/${name}.json`));
    expect(version, name).toBe(card.version);
  }
});

describe.each(languages)("the guide in %s", (language) => {
  const pages = readdirSync(join(root, "docs/guide", language)).map((file) => file.slice(0, -3));
  const folder = join(root, "docs/guide/pictures", language);

  test("has the pages that every language has", () => {
    expect(pages.sort()).toEqual(["start", ...screens.map(({ id }) => id as string)].sort());
  });

  test.each(pages)("page %s shows its own screenshot and says in words what is on it", (page) => {
    const shown = [...read(`docs/guide/${language}/${page}.md`).matchAll(/!\[(.*)\]\((.*)\)/g)];
    expect(shown.map(([, , address]) => address)).toEqual([`picture:${page}`]);
    expect(shown[0]?.[1]).toMatch(/\p{L}{3}/u);
    expect(existsSync(join(folder, `${page}.webp`))).toBe(true);
  });

  test("has no screenshot without a page, and none that is heavy", () => {
    for (const file of readdirSync(folder)) {
      expect(pages).toContain(file.replace(".webp", ""));
      expect(statSync(join(folder, file)).size, file).toBeLessThan(36_000);
    }
  });
});

test("the menu names every section of the specification", () => {
  const specification = [
    ...["dashboard", "roles", "tree_task", "tree_type", "ministry", "ministry_employees"],
    ...["organization_type", "users", "orama_doc", "monitoring_devices", "regions", "districts"],
    ...["process", "dates_to_check", "gardens", "image_compare", "air_monitoring"],
    ...["soil_monitoring", "water_monitoring", "image_processing_ai", "report_by_region"],
    ...["report_by_district", "violation", "administrators"],
  ];
  const ids = screens.map(({ id }) => id as string);
  expect(specification.filter((id) => !ids.includes(id))).toEqual([]);
});
