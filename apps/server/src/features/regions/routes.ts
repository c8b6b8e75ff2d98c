import { regionImport, regions } from "@nihol/contract/territory";
import { boundaryImport } from "../../commands/boundary-import.ts";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findRegion, listRegions } from "./queries.ts";
import { regionWrites } from "./writes.ts";

export const regionRoutes: Feature = (app, services) => {
  crud(app, services, regions, { list: listRegions, find: findRegion, ...regionWrites });
  serve(app, regionImport, boundaryImport(services, "region"));
};
