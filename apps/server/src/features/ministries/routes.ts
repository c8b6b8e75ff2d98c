import { ministries } from "@nihol/contract/ministries";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findMinistry, listMinistries } from "./ministry-queries.ts";
import { ministryWrites } from "./writes.ts";

export const ministryRoutes: Feature = (app, services) =>
  crud(app, services, ministries, { list: listMinistries, find: findMinistry, ...ministryWrites });
