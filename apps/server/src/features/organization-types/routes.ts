import { organizationTypes } from "@nihol/contract/ministries";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findType, listTypes } from "./organization-type-queries.ts";
import { typeWrites } from "./writes.ts";

export const organizationTypeRoutes: Feature = (app, services) =>
  crud(app, services, organizationTypes, { list: listTypes, find: findType, ...typeWrites });
