/** The panel's calls are typed by the contract: what does not compile here is the test; tsc reads this file. */
import type { Capture } from "@nihol/contract/imagery/captures";
import type { ChangedTree } from "@nihol/contract/imagery/image-compare";
import type { Process } from "@nihol/contract/imagery/processes";
import type { TerritoryImport } from "@nihol/contract/territory";
import { expectTypeOf, test } from "vitest";
import { ask, askWithFile } from "../src/lib/api/ask.ts";
import { resourceApi } from "../src/lib/api/resource-api.ts";
import { recordQuery, recordsQuery, useRecords } from "../src/lib/list/use-list.ts";

test("a call is answered as the contract says, and takes what it says", () => {
  expectTypeOf(ask<"GET /territory-update">).returns.resolves.toEqualTypeOf<{ running: boolean }>();
  expectTypeOf(ask<"DELETE /region/:id">).returns.resolves.toEqualTypeOf<null>();
  expectTypeOf(ask<"GET /region/:id">)
    .parameter(0)
    .toEqualTypeOf<"GET /region/:id">();
  expectTypeOf(ask<"POST /satellite-imagery/:id/stop">)
    .returns.resolves.toHaveProperty("status")
    .toEqualTypeOf<Process["status"]>();
  // @ts-expect-error no such call
  void (() => ask("GET /regions"));
  // @ts-expect-error the id is missing
  void (() => ask("GET /region/:id"));
  // @ts-expect-error a list has no such filter
  void (() => ask("GET /region", { query: { colour: "green" } }));
});

test("a list that is not the five calls of a resource has the rows of its answer", () => {
  expectTypeOf(useRecords<"/capture">)
    .returns.toHaveProperty("rows")
    .toEqualTypeOf<Capture[]>();
  expectTypeOf(useRecords<"/image-compare/tree">)
    .returns.toHaveProperty("rows")
    .toEqualTypeOf<ChangedTree[]>();
  // @ts-expect-error figures are no list
  void (() => recordsQuery("/statistics", {}));
  // @ts-expect-error nobody makes an image by a call
  void (() => resourceApi("/whole-image"));
});

test("a call that takes a file answers as the contract says", () => {
  expectTypeOf(
    askWithFile<"POST /region/import">,
  ).returns.resolves.toEqualTypeOf<TerritoryImport>();
  // @ts-expect-error an image is fetched by its address
  void (() => ask("GET /garden/:id/photo", { params: { id: 1 } }));
});

test("a resource's rows and bodies follow from its path", () => {
  const api = resourceApi("/district");
  expectTypeOf(api.patch).returns.resolves.toHaveProperty("region");
  // @ts-expect-error a district lies in a region
  void (() => api.create({ name: { tg: "А", ru: "А", en: "A" } }));
  // @ts-expect-error the path of no resource
  void (() => resourceApi("/territory-update"));
  expectTypeOf(recordQuery<"/ministry">)
    .parameter(0)
    .toEqualTypeOf<"/ministry">();
  expectTypeOf(useRecords<"/region">)
    .returns.toHaveProperty("rows")
    .items.toHaveProperty("district_count");
});
