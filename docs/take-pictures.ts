/**
 * Takes the README's images from the running product: `npm run pictures`, or some of them only:
 * `npm run pictures -- map_8,phone_list`; those of the guide: `npm run pictures -- --guide`. Starts a product of its
 * own with the demonstration programme, waits for its trees, and photographs real screens.
 */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Garden } from "@nihol/contract/gardens";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { enter, openBrowser, type VisitOptions } from "../e2e/support/browser.ts";
import { adminEmail } from "../e2e/support/client.ts";
import { startDemonstration } from "../e2e/support/product.ts";
import { sceneFile } from "../e2e/support/scene-file.ts";
import { settled } from "../e2e/support/settled.ts";
import { until } from "../e2e/support/until.ts";
import { takeGuideScreenshots } from "./take-guide-pictures.ts";

const out = join(import.meta.dirname, "pictures");

type Shot = {
  file: string;
  path: string;
  language: NonNullable<VisitOptions["language"]>;
  theme?: "dark";
  /** Account of the person who looks at it, where it is not the administrator. */
  email?: string;
  isPhone?: boolean;
  /** Actions on the screen before it is photographed. */
  act?: (page: Page) => Promise<unknown>;
};

/** Files of three places that lie beside one another, chosen and not sent yet. */
async function chooseFiles(page: Page) {
  const scenes = await Promise.all([69.1, 69.104, 69.108].map((lon) => sceneFile(lon)));
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(scenes.map(({ path }) => path));
  await page.locator('[data-map-idle="true"]').first().waitFor();
}

/** @param garden where the map comes near: degrees, latitude first */
const shotsOf = (garden: string): Shot[] => [
  { file: "dashboard", path: "/admin", language: "en" },
  { file: "garden", path: "/admin/gardens?open=1", language: "tg", theme: "dark" },
  { file: "fragment", path: "/admin/image_processing_ai/2/1", language: "az", theme: "dark" },
  { file: "process", path: "/admin/process?open=2", language: "ru" },
  ...[8, 11, 14, 17].map(
    (zoom): Shot => ({
      file: `map_${zoom}`,
      path: `/admin?at=${garden},${zoom}`,
      language: zoom < 14 ? "tg" : "ru",
    }),
  ),
  {
    file: "home_brigade",
    path: "/admin/home",
    language: "tg",
    email: "brigade@nihol.example",
  },
  {
    file: "home_inspector",
    path: "/admin/home",
    language: "az",
    email: "inspector@nihol.example",
  },
  {
    file: "home_ministry",
    path: "/admin/home",
    language: "ru",
    email: "ministry@nihol.example",
  },
  { file: "upload", path: "/admin/process?view=uploads", language: "en", act: chooseFiles },
  { file: "phone_list", path: "/admin/gardens", language: "tg", isPhone: true },
  { file: "phone_map", path: `/admin?at=${garden},11`, language: "ru", isPhone: true },
];

await mkdir(out, { recursive: true });
const [product, browser] = await Promise.all([startDemonstration(), openBrowser()]);
try {
  await until(
    "the pictures are read",
    async () => {
      const { body } = await product.api(adminEmail, "GET", "/satellite-imagery?status=completed");
      return (body as { count: number }).count === 2 ? true : undefined;
    },
    600,
  );
  const [option, pages, languages] = process.argv.slice(2);
  if (option === "--guide") await takeGuideScreenshots(product, browser, pages, languages);
  else await takeReadmeScreenshots(option?.split(","));
} finally {
  await browser.close();
  await product.stop();
}

async function takeReadmeScreenshots(files: string[] | undefined) {
  const { body } = await product.api(adminEmail, "GET", "/garden/1");
  const [west, south, east, north] = (body as Garden).bbox ?? [68, 38, 69, 39];
  const center = `${((south + north) / 2).toFixed(5)},${((west + east) / 2).toFixed(5)}`;
  for (const shot of shotsOf(center)) {
    const { file, path, language, theme = "light", email = adminEmail, isPhone, act } = shot;
    if (files && !files.includes(file)) continue;
    await product.api(email, "PATCH", "/user-profile", { language });
    const { page, context } = await enter(browser, product, email, path, {
      ...{ language, theme },
      ...(isPhone ? { width: 390, height: 844, touch: true } : { width: 1440, height: 900 }),
    });
    if (act) {
      await act(page);
      await settled(page);
    }
    const to = join(out, `${file}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(to);
    console.log(`${file}: ${(await stat(to)).size} bytes`);
    await context.close();
  }
}
