import { regionImport, regions } from "@nihol/contract/territory";
import { boundaryImport } from "../../commands/boundary-import.ts";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findRegionDetail, listRegions } from "./region-queries.ts";
import { regionWrites } from "./writes.ts";

export const regionRoutes: Feature = (app, services) => {
  crud(app, services, regions, { list: listRegions, find: findRegionDetail, ...regionWrites });
  serve(app, regionImport, boundaryImport(services, "region"));
};
