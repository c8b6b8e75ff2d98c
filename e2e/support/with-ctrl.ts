/// <reference lib="dom" />
/** A link that is pressed with Ctrl, as far as the panel has a say in it. */
import type { Locator } from "playwright-core";

/**
 * Presses a link with Ctrl (Cmd) and says what the panel leaves to the browser. The press ends there: to open the
 * tab is the browser's own work, for which a loaded machine may take longer than a test waits.
 * @returns the address that the browser would open in another tab; "" where the panel took the press for itself
 */
export async function pressWithCtrl(link: Locator): Promise<string> {
  const page = link.page();
  const pressed = await page.evaluateHandle(() => {
    const left = { address: "" };
    window.addEventListener(
      "click",
      (event) => {
        const anchor = event.target instanceof Element ? event.target.closest("a") : null;
        const forTab = (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
        if (forTab && anchor) left.address = anchor.href;
        event.preventDefault();
      },
      { once: true },
    );
    return left;
  });
  await link.click({ modifiers: ["ControlOrMeta"] });
  return (await pressed.jsonValue()).address;
}
