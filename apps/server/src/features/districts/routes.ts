import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  districtCreateSchema,
  districtPatchSchema,
  districtQuerySchema,
  districtSchema,
  territoryImportQuerySchema,
  territoryImportSchema,
  territoryOrderings,
} from "@nihol/contract/territory";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import { importBoundaries } from "../../commands/import-boundaries.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { listCan } from "../../policies/rights.ts";
import { readBoundaryUpload } from "../../shared/boundaries/boundary-upload.ts";
import { findDistrict, listDistricts } from "./queries.ts";
import { districtWrites } from "./writes.ts";

const one = `${paths.district}/:id` as const;

export const districtRoutes: Feature = (app, services) => {
  const { db } = services;
  app.get(
    paths.district,
    {
      config: { access: "district.view" },
      schema: { querystring: districtQuerySchema, response: { 200: listSchema(districtSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, territoryOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listDistricts(
        db.sql,
        request.actor,
        request.query,
        order,
        language,
      );
      return {
        ...pageOf(request, request.query, count, rows),
        can: listCan(request.actor, "district"),
      };
    },
  );
  app.post(
    paths.district,
    {
      config: { access: "district.add" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { body: districtCreateSchema, response: { 201: districtSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await districtWrites.create(services, request.actor, request.body)),
  );
  app.get(
    one,
    {
      config: { access: "district.view" },
      schema: { params: idParamsSchema, response: { 200: districtSchema } },
    },
    async (request) => {
      const district = await findDistrict(db.sql, request.actor, request.params.id);
      if (!district) throw notFound();
      return district;
    },
  );
  app.patch(
    one,
    {
      config: { access: "district.change" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: {
        params: idParamsSchema,
        body: districtPatchSchema,
        response: { 200: districtSchema },
      },
    },
    async (request) =>
      districtWrites.patch(services, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "district.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await districtWrites.remove(services, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${paths.district}/import`,
    {
      config: { access: "district.change" },
      schema: {
        querystring: territoryImportQuerySchema,
        consumes: ["multipart/form-data"],
        response: { 200: territoryImportSchema },
      },
    },
    async (request) =>
      importBoundaries(services, request.actor, {
        table: "district",
        file: await readBoundaryUpload(request),
        choices: request.query.choices,
        dryRun: request.query.dry_run === "1",
        language: languageOf(request.headers["accept-language"]),
      }),
  );
};
