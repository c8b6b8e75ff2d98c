/** The search (Ctrl K): everything that somebody's lists show, by any spelling, and nothing else. */
import { paths } from "@nihol/contract/values/paths";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // The demonstration's images are named after their days, which go with the calendar.
  const { body } = await product.api(adminEmail, "GET", image.record);
  const { file_name: name } = body as { file_name: string };
  Object.assign(image, {
    typed: [name, name.replace("demonstration", "demonstratoin")],
    row: name,
  });
});
afterAll(() => browser?.close());

/** Somebody at a list, who presses Ctrl K and types. */
async function searcher(email: string) {
  const { page, context, complaints } = await enter(browser, product, email, "/admin/violation");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const input = dialog.getByRole("combobox");
  return {
    ...{ page, context, complaints, dialog },
    async open() {
      await page.keyboard.press("Control+k");
      await input.waitFor();
    },
    /** Types anew; the answer is there when it comes back. */
    async type(text: string) {
      await input.fill(text);
      await dialog.getByRole("status").filter({ hasNotText: "Loading" }).waitFor();
    },
    /** First result in a group that has a text. */
    optionOf: (group: string, text: string) =>
      dialog
        .getByRole("group", { name: group, exact: true })
        .getByRole("option")
        .filter({ hasText: text })
        .first(),
  };
}

interface Find {
  group: string;
  /** Spellings of the four languages, and one with a typing error. */
  typed: string[];
  row: string;
  /** The end of the address where it leads. */
  leads: RegExp;
  /** The record in its list, where there is one: whoever does not see it there must not find it. */
  record?: string;
}

const image = {
  group: "Image processing with AI",
  typed: [""],
  row: "",
  leads: /\/image_processing_ai\/2$/,
  record: `${paths.wholeImage}/2`,
} satisfies Find;

const records: Find[] = [
  {
    group: "Gardens",
    typed: ["Боғи Ҳисор", "Гиссарский", "Hisor", "hisro"],
    row: "Hisor Garden",
    leads: /\/gardens\?open=1$/,
    record: `${paths.garden}/1`,
  },
  {
    group: "Gardens",
    typed: ["Боғи Сирдарё", "Сырдарьинский", "Syr Darya", "Sırdərya", "syr dayra"],
    row: "Syr Darya Garden",
    leads: /\/gardens\?open=3$/,
    record: `${paths.garden}/3`,
  },
  {
    group: "Planting tasks",
    typed: ["2", "№ 2", "No. 2"],
    row: "№ 2 · Navruz Garden",
    leads: /\/tree_task\?open=2$/,
    record: `${paths.plantTreeTask}/2`,
  },
  image,
  {
    group: "Monitoring devices",
    typed: ["SYR-WATER", "syr watr"],
    row: "SYR-WATER-01",
    leads: /\/monitoring_devices\?open=3$/,
    record: `${paths.device}/3`,
  },
  {
    group: "Violations",
    typed: ["2026-0002", "мусора", "musora", "мусоар"],
    row: "Свалка строительного мусора",
    leads: /\/violation\?open=2$/,
    record: `${paths.violation}/2`,
  },
  {
    group: "Users",
    typed: ["Фарҳод", "Фарход", "Farhod", "fahrod"],
    row: "Фарҳод",
    leads: /\/users\?open=2$/,
    record: `${paths.user}/2`,
  },
  {
    group: "Organization employees",
    typed: ["Холов", "Kholov", "Xolov", "kholvo"],
    row: "Холов",
    leads: /\/ministry\?view=employees&open=3$/,
    record: `${paths.ministryEmployee}/3`,
  },
  {
    group: "Organizations",
    typed: ["хоҷагии ҷангал", "лесного хозяйства", "Forestry", "Meşə", "forrestry"],
    row: "Forestry Agency",
    leads: /\/ministry\?open=3$/,
    record: `${paths.ministry}/3`,
  },
  {
    group: "Regions",
    typed: ["Хатлон", "Хатлонская", "Khatlon", "Xatlon", "khatlno"],
    row: "Khatlon",
    leads: /\/regions\?open=3$/,
    record: `${paths.region}/3`,
  },
  {
    group: "Districts",
    typed: ["Хуҷанд", "Худжанд", "Khujand", "Xocənd", "khujnad"],
    row: "Khujand",
    leads: /\/districts\?open=8$/,
    record: `${paths.district}/8`,
  },
];

/** Results that are no row of the database: a point, a settlement of the base map, and what can be begun. */
const others: Find[] = [
  {
    group: "Place on the map",
    typed: ["38.5357, 68.7790", "38.5357 68.7790"],
    row: "38.53570, 68.77900",
    leads: /\/admin\/?\?at=38\.5357,68\.779,/,
  },
  {
    group: "Place on the map",
    typed: ["Тошканд", "Ташкент", "Tashkent", "Daşkənd", "tashketn"],
    row: "Tashkent",
    leads: /\/admin\/?\?at=41\.2647,69\.2163,/,
  },
  {
    group: "Begin",
    typed: [
      "New planting task",
      "Новое задание",
      "Супориши нави",
      "Yeni əkin",
      "new plantign task",
    ],
    row: "New planting task",
    leads: /\/tree_task\?open=new$/,
  },
  {
    group: "Begin",
    typed: ["Upload an image", "Загрузить снимок", "Бор кардани акс", "upload an imaeg"],
    row: "Upload an image",
    leads: /\/process\?open=new$/,
  },
];

test("every kind is found by each language's spelling and with a typing error, and leads to its place; what was opened last stands first", async () => {
  const { page, context, complaints, dialog, open, type, optionOf } = await searcher(adminEmail);
  const missing: string[] = [];
  for (const { group, typed, row, leads } of [...records, ...others]) {
    await open();
    const option = optionOf(group, row);
    for (const text of typed) {
      await type(text);
      if (!(await option.isVisible())) missing.push(`${group}: ${text}`);
    }
    await type(typed[0] as string);
    await option.click();
    await page.waitForURL((url) => leads.test(decodeURIComponent(url.href)));
    await dialog.waitFor({ state: "hidden" });
  }
  expect(missing).toEqual([]);
  await open();
  const recent = dialog.getByRole("group", { name: "Opened last" }).getByRole("option");
  const last = [...records, ...others].map(({ row }) => row).reverse();
  await expect
    .poll(async () => (await recent.allInnerTexts()).map((text) => text.split("\n")[0]))
    .toEqual(last.slice(0, 6));
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(["inspector@nihol.example", "brigade@nihol.example", "viewer@nihol.example"])(
  "%s finds the records that their own lists have, and no other",
  async (email) => {
    const { context, complaints, open, type, optionOf } = await searcher(email);
    await open();
    const [found, listed]: string[][] = [[], []];
    for (const { group, typed, row, record = "" } of records) {
      await type(typed[0] as string);
      if (await optionOf(group, row).isVisible()) found?.push(record);
      if ((await product.api(email, "GET", record)).status === 200) listed?.push(record);
    }
    expect(found).toEqual(listed);
    // Everybody finds a place; only whoever may give tasks finds how to.
    await type("Tashkent");
    await optionOf("Place on the map", "Tashkent").waitFor();
    await type("New planting task");
    expect(await optionOf("Begin", "New planting task").count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
