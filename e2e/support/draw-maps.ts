/// <reference lib="dom" />
import type { Page } from "playwright-core";

/**
 * Stops and goes on drawing maps on the page that is loaded, for tests of words, rights and addresses: none of them
 * depends on pixels, which a processor paints slowly. Everything else about a map goes on.
 */
export async function drawMaps(page: Page, drawn: boolean): Promise<void> {
  await page.evaluate((now) => {
    const mark = "undrawn";
    const root = document.documentElement;
    const drawing = WebGL2RenderingContext.prototype;
    const { drawElements } = drawing;
    if (root.dataset[mark] === undefined)
      drawing.drawElements = function (...sizes) {
        if (root.dataset[mark] === "false") drawElements.apply(this, sizes);
      };
    root.dataset[mark] = String(!now);
  }, drawn);
}
