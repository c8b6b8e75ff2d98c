import {
  ministryEmployeeCreateSchema,
  ministryEmployeeOrderings,
  ministryEmployeePatchSchema,
  ministryEmployeeQuerySchema,
  ministryEmployeeSchema,
} from "@nihol/contract/ministry-employees";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { findEmployee, listEmployees } from "./queries.ts";
import { createEmployee, patchEmployee, removeEmployee } from "./writes.ts";

const one = `${paths.ministryEmployee}/:id` as const;

/** Who works at the organizations, and how to reach them. */
export const ministryEmployeeRoutes: Feature = (app, { db }) => {
  app.get(
    paths.ministryEmployee,
    {
      config: { access: "ministryemployee.view" },
      schema: {
        querystring: ministryEmployeeQuerySchema,
        response: { 200: listSchema(ministryEmployeeSchema) },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, ministryEmployeeOrderings, "last_name");
      const { count, rows } = await listEmployees(db.sql, actor, query, order);
      return {
        ...pageOf(request, query, count, rows),
        can: listCan(request.actor, "ministryemployee"),
      };
    },
  );
  app.post(
    paths.ministryEmployee,
    {
      config: { access: "ministryemployee.add" },
      schema: { body: ministryEmployeeCreateSchema, response: { 201: ministryEmployeeSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await createEmployee(db.sql, request.actor, request.body)),
  );
  app.get(
    one,
    {
      config: { access: "ministryemployee.view" },
      schema: { params: idParamsSchema, response: { 200: ministryEmployeeSchema } },
    },
    async (request) => {
      const employee = await findEmployee(db.sql, request.actor, request.params.id);
      if (!employee) throw notFound();
      return employee;
    },
  );
  app.patch(
    one,
    {
      config: { access: "ministryemployee.change" },
      schema: {
        params: idParamsSchema,
        body: ministryEmployeePatchSchema,
        response: { 200: ministryEmployeeSchema },
      },
    },
    async (request) => patchEmployee(db.sql, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "ministryemployee.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeEmployee(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
