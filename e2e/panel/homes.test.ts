/** The page on which everybody begins who may not open the dashboard. */
import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { Permission } from "@nihol/contract/values/permissions";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { openBrowser, signIn, visit } from "../support/browser.ts";
import { makePerson, profileOf } from "../support/people.ts";
import { sharedProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Cards of work that waits for somebody: the name, the right that it needs, and the list whose beginning it shows. */
const cards: { name: string; needs?: Permission; list: string }[] = [
  {
    name: "To be planted",
    needs: "planttreetask.view",
    list: "/plant-tree-task?status=to_plant&ordering=days_left",
  },
  { name: "Open violations", list: "/violation?state=open&ordering=due_date" },
  {
    name: "Verdicts to decide",
    needs: "planttreetask.change",
    list: "/planting-verdict?state=waiting",
  },
  { name: "Dates to check", needs: "satelliteimagery.change", list: "/capture?review=new" },
  {
    name: "Silent devices",
    needs: "device.view",
    list: "/device?state=silent&ordering=last_reading_at",
  },
];

const holds = ({ permissions }: UserProfile, right: Permission) => {
  const [resource, action] = right.split(".") as [keyof typeof permissions, "view"];
  return permissions[resource][action];
};

interface Statistics {
  garden_count: number;
  gardens_seen: number;
}
type List = { count: number; results: { id: number }[] };

/** People, with how many cards each has, so that an empty page does not pass for theirs. */
const people: [
  who: string,
  cards: number,
  hasTerritory: boolean,
  account: () => Promise<string>,
][] = [
  ["a ministry's clerk", 5, true, async () => "ministry@nihol.example"],
  ["an inspector", 4, true, async () => "inspector@nihol.example"],
  ["a brigade", 2, false, async () => "brigade@nihol.example"],
  ["a viewer", 2, true, async () => "viewer@nihol.example"],
  ["a role with nothing", 1, true, () => makePerson(product, "Nothing at home", () => false)],
];

test.each(people)(
  "%s lands at home after signing in, with what waits for them and their territory's figures",
  async (_, count, hasTerritory, account) => {
    const email = await account();
    const profile = await profileOf(product, email);
    const ask = async <T>(path: string) => (await product.api(email, "GET", path)).body as T;
    const { page, context, complaints } = await visit(browser, product);
    await signIn(page, email);
    await page.waitForURL((url) => url.pathname === "/admin/home");
    await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();
    await settled(page);

    const figures = page.getByRole("region", { name: "My territory" });
    expect(await figures.count()).toBe(hasTerritory ? 1 : 0);
    if (hasTerritory) {
      const { garden_count, gardens_seen } = await ask<Statistics>("/statistics");
      await figures.getByText(String(garden_count), { exact: true }).waitFor();
      const ofThem = new RegExp(`${gardens_seen} of ${garden_count} gardens?`);
      expect(await figures.innerText()).toMatch(ofThem);
    }

    const open = cards.filter(({ needs }) => !needs || holds(profile, needs));
    expect(open.length).toBe(count);
    for (const { name, list } of cards) {
      const card = page.getByRole("region", { name: new RegExp(`^${name}`) });
      const isOpen = open.some((one) => one.name === name);
      expect(await card.count(), name).toBe(isOpen ? 1 : 0);
      if (!isOpen) continue;
      const listed = await ask<List>(list);
      expect(await card.getByRole("heading").innerText(), name).toMatch(
        new RegExp(`\\s${listed.count}$`),
      );
      // In the order of the list: what is due first stands first.
      const shown = await card
        .getByRole("listitem")
        .getByRole("link")
        .evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("open")),
        );
      expect(shown, name).toEqual(listed.results.slice(0, 5).map(({ id }) => String(id)));
    }
    await expectAccessible(page, "one's own page");
    expect(complaints).toEqual([]);
    await context.close();
  },
);
