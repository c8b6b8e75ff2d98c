import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findType, listTypes } from "./tree-type-queries.ts";
import { typeWrites } from "./writes.ts";

export const plantTreeTypeRoutes: Feature = (app, services) =>
  crud(app, services, plantTreeTypes, { list: listTypes, find: findType, ...typeWrites });
