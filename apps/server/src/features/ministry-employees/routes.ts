import { ministryEmployees } from "@nihol/contract/ministry-employees";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findEmployee, listEmployees } from "./employee-queries.ts";
import { createEmployee, patchEmployee, removeEmployee } from "./writes.ts";

/** Lists and keeps the people who work at the organizations, and how to reach them. */
export const ministryEmployeeRoutes: Feature = (app, services) =>
  crud(app, services, ministryEmployees, {
    list: listEmployees,
    find: findEmployee,
    create: createEmployee,
    patch: patchEmployee,
    remove: removeEmployee,
  });
