/**
 * Takes the README's images from the running product: `npm run images`; those of the guide:
 * `npm run images -- --guide`. Starts a product of its own with the demonstration programme, waits for its trees,
 * and photographs real screens.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { openBrowser, signIn, visit } from "../e2e/support/browser.ts";
import { adminEmail } from "../e2e/support/client.ts";
import { startProduct } from "../e2e/support/product.ts";
import { until } from "../e2e/support/until.ts";
import { takeGuideScreenshots } from "./take-guide-pictures.ts";

const out = join(import.meta.dirname, "pictures");
const shots = [
  { file: "dashboard", path: "/admin", language: "en", theme: "light" },
  { file: "garden", path: "/admin/gardens?open=1", language: "tg", theme: "dark" },
  { file: "fragment", path: "/admin/image_processing_ai/2/1", language: "az", theme: "dark" },
  { file: "process", path: "/admin/process?open=2", language: "ru", theme: "light" },
] as const;

await mkdir(out, { recursive: true });
const [product, browser] = await Promise.all([
  startProduct({ NIHOL_DEMO: "small" }),
  openBrowser(),
]);
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
  else await takeReadmeScreenshots();
} finally {
  await browser.close();
  await product.stop();
}

async function takeReadmeScreenshots() {
  for (const { file, path, language, theme } of shots) {
    await product.api(adminEmail, "PATCH", "/user-profile", { language });
    const { page, context } = await visit(browser, product, {
      language,
      theme,
      width: 1440,
      height: 900,
    });
    await page.goto(`${product.address}/auth`);
    await signIn(page, adminEmail);
    await page.waitForURL(/\/admin/);
    await page.goto(product.address + path);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(6000);
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(join(out, `${file}.webp`));
    await context.close();
  }
}
