/** Two organizations with a garden each, and people of every kind who may be told something. */
import type { Notice } from "@nihol/contract/notices";
import type { Page } from "@nihol/contract/paging";
import { day, makeTask, plantingFixture } from "./planting-fixture.ts";
import { type Caller, grants, type TestApp } from "./test-app.ts";

export type Person = Awaited<ReturnType<TestApp["person"]>>;
type Notices = Page<Notice>;

/** The kinds of somebody's notices, newest first. */
export const kindsOf = async ({ call }: { call: Caller }, query = "") =>
  (await call<Notices>("GET", `/notice${query}`)).body.results.map(({ kind }) => kind);

export const noticesOf = async ({ call }: { call: Caller }, query = "") =>
  (await call<Notices>("GET", `/notice${query}`)).body.results;

export const unreadOf = async ({ call }: { call: Caller }) =>
  (await call<{ unread: number }>("GET", "/notice/count")).body.unread;

const planting = { planttreetask: "v", planttreetaskreport: "vac", device: "v", wholeimage: "v" };

export async function noticeWorld(server: TestApp) {
  const fixture = plantingFixture(server);
  const { region, district } = await fixture.territory();
  const elsewhere = await fixture.territory();
  const mine = await fixture.insert("ministry");
  const other = await fixture.insert("ministry");
  const place = { region_id: region, district_id: district };
  const garden = await fixture.insert("garden", { ...place, ministry_id: mine });
  const otherGarden = await fixture.insert("garden", { ...place, ministry_id: other });
  const treeType = await fixture.treeType();

  let roles = 0;
  const as = (given: Record<string, string>, scope: object = {}) =>
    server.person(`Notice role ${++roles}`, { permissions: grants(given), ...scope });
  const people = {
    giver: await as({ planttreetask: "vacd", planttreetaskreport: "v", violation: "vac" }),
    reviewer: await as({ planttreetask: "vc", planttreetaskreport: "v" }),
    planter: await as(planting, { ministryId: mine }),
    colleague: await as({ ...planting, violation: "vac" }, { ministryId: mine }),
    away: await as(planting, { ministryId: mine, regions: [elsewhere.region] }),
    blind: await as({ garden: "v" }, { ministryId: mine }),
    stranger: await as(planting, { ministryId: other }),
  };
  return {
    ...people,
    people,
    fixture,
    mine,
    other,
    garden,
    otherGarden,
    region,
    district,
    /** A task of the first organization, given by the giver. */
    give: (more: object = {}) => makeTask(people.giver.call, garden, treeType, more),
    /** Reports a row and hands the task in, as the planter. */
    async handIn(task: number) {
      const row = { tree_type: treeType, count: 100, plant_date: day(-3) };
      const made = await people.planter.call("POST", `/plant-tree-task/${task}/report`, row);
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return people.planter.call("POST", `/plant-tree-task/${task}/status`, {
        status: "submitted",
        comment: "",
      });
    },
    decide: (task: number, status: string) =>
      people.reviewer.call("POST", `/plant-tree-task/${task}/status`, { status, comment: "why" }),
  };
}
