import type { LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import type { Names } from "@nihol/contract/values/languages";
import type { Areal } from "@nihol/geo/geometry";
import { territoryWrites } from "../../commands/territory-writes.ts";
import { refuseField } from "../../http/problem.ts";
import { findOverlap } from "../../policies/territory-place.ts";
import { requireFreeCode } from "../../shared/territory/free-code.ts";
import { deleteRegion, findRegion, insertRegion, updateRegion } from "./region-queries.ts";

interface SentRegion {
  name?: Names;
  code?: string;
  leaf_off?: LeafOffSeason;
  boundary?: Areal | null;
  confirm_gardens?: boolean;
}

export const regionWrites = territoryWrites({
  resource: "region",
  find: findRegion,
  async check(db, { code, boundary }: SentRegion, id) {
    await requireFreeCode(db, "region", code, id);
    const overlap = boundary && (await findOverlap(db, "region", { id: id ?? 0, boundary }));
    if (overlap) refuseField("boundary", overlap.code, overlap.params);
  },
  insert: (
    db,
    { boundary: _, confirm_gardens: __, ...columns }: SentRegion & { name: Names },
    boundary,
  ) => insertRegion(db, { ...columns, ...boundary }),
  update: (db, id, { boundary: _, confirm_gardens: __, ...columns }, boundary) =>
    updateRegion(db, id, { ...columns, ...boundary }),
  remove: deleteRegion,
});
