import type { Names } from "@nihol/contract/values/languages";
import type { DistrictKind } from "@nihol/contract/values/territory";
import type { Areal } from "@nihol/geo/geometry";
import { territoryWrites } from "../../commands/territory-writes.ts";
import { refuseField } from "../../http/problem.ts";
import { findDistrictOutside, findOverlap } from "../../policies/territory-place.ts";
import { requireFreeCode } from "../../shared/territory/free-code.ts";
import {
  deleteDistrict,
  findDistrict,
  insertDistrict,
  regionExists,
  updateDistrict,
} from "./district-queries.ts";

interface SentDistrict {
  name?: Names;
  code?: string;
  kind?: DistrictKind;
  region?: number;
  boundary?: Areal | null;
  confirm_gardens?: boolean;
}
type NewDistrict = SentDistrict & { name: Names; region: number };

export const districtWrites = territoryWrites({
  resource: "district",
  find: findDistrict,
  async check(db, { region, code, boundary }: SentDistrict, id) {
    if (region !== undefined && !(await regionExists(db, region)))
      refuseField("region", "not_found");
    await requireFreeCode(db, "district", code, id);
    const overlap = boundary && (await findOverlap(db, "district", { id: id ?? 0, boundary }));
    if (overlap) refuseField("boundary", overlap.code, overlap.params);
    if (id === undefined || region === undefined || boundary !== undefined) return;
    const outside = await findDistrictOutside(db, { id, region });
    if (outside) refuseField("region", outside.code, outside.params);
  },
  insert: (db, { boundary: _, confirm_gardens: __, region, ...columns }: NewDistrict, boundary) =>
    insertDistrict(db, { ...columns, ...boundary, region_id: region }),
  update: (db, id, { boundary: _, confirm_gardens: __, region, ...columns }, boundary) =>
    updateDistrict(db, id, { ...columns, ...boundary, ...(region && { region_id: region }) }),
  remove: deleteDistrict,
});
