import { districtImport, districts } from "@nihol/contract/territory";
import { boundaryImport } from "../../commands/boundary-import.ts";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findDistrictDetail, listDistricts } from "./district-queries.ts";
import { districtWrites } from "./writes.ts";

export const districtRoutes: Feature = (app, services) => {
  crud(app, services, districts, {
    list: listDistricts,
    find: findDistrictDetail,
    ...districtWrites,
  });
  serve(app, districtImport, boundaryImport(services, "district"));
};
