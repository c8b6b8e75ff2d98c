/// <reference lib="dom" />
import type { Page } from "playwright-core";

/** Pixels that controls stand apart. */
const apartPx = 2;

/** Lists controls over a page's maps that hide another one of the same map or nearly touch it, or are cut off by its edge. */
export const hiddenControls = (page: Page): Promise<string[]> =>
  page.evaluate((apart) => {
    const controls = [
      ".maplibregl-ctrl-scale",
      ".maplibregl-ctrl-group",
      ".maplibregl-ctrl-attrib",
      "[data-layer-panel]",
      "button[data-map-cover]",
      "[data-map-legend] > *",
      "[data-capture-note]",
      "[data-map-tool]",
    ];
    const faults: string[] = [];
    for (const frame of document.querySelectorAll("[data-map-idle]")) {
      const whole = frame.getBoundingClientRect();
      const shown = controls
        .flatMap((selector) =>
          [...frame.querySelectorAll(selector)].map((node) => ({ selector, node })),
        )
        .filter(({ node }) => node.checkVisibility({ visibilityProperty: true }))
        .map((one) => ({ ...one, box: one.node.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1);
      for (const [i, { selector, node, box }] of shown.entries()) {
        const name = `${selector} "${(node.textContent ?? "").slice(0, 20)}"`;
        const isCut =
          box.left < whole.left - 1 ||
          box.top < whole.top - 1 ||
          box.right > whole.right + 1 ||
          box.bottom > whole.bottom + 1;
        if (isCut) faults.push(`${name} is cut off`);
        for (const other of shown.slice(i + 1)) {
          if (node.contains(other.node) || other.node.contains(node)) continue;
          const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (width > 1 && height > -apart)
            faults.push(
              `${name} and ${other.selector}: ${Math.round(width)} × ${Math.round(height)}`,
            );
        }
      }
    }
    return faults;
  }, apartPx);
