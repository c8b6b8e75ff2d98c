import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import {
  regionCreateSchema,
  regionPatchSchema,
  regionQuerySchema,
  regionSchema,
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
import { findRegion, listRegions } from "./queries.ts";
import { regionWrites } from "./writes.ts";

const one = `${paths.region}/:id` as const;

export const regionRoutes: Feature = (app, services) => {
  const { db } = services;
  app.get(
    paths.region,
    {
      config: { access: "region.view" },
      schema: { querystring: regionQuerySchema, response: { 200: listSchema(regionSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, territoryOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listRegions(
        db.sql,
        request.actor,
        request.query,
        order,
        language,
      );
      return {
        ...pageOf(request, request.query, count, rows),
        can: listCan(request.actor, "region"),
      };
    },
  );
  app.post(
    paths.region,
    {
      config: { access: "region.add" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { body: regionCreateSchema, response: { 201: regionSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await regionWrites.create(services, request.actor, request.body)),
  );
  app.get(
    one,
    {
      config: { access: "region.view" },
      schema: { params: idParamsSchema, response: { 200: regionSchema } },
    },
    async (request) => {
      const region = await findRegion(db.sql, request.actor, request.params.id);
      if (!region) throw notFound();
      return region;
    },
  );
  app.patch(
    one,
    {
      config: { access: "region.change" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { params: idParamsSchema, body: regionPatchSchema, response: { 200: regionSchema } },
    },
    async (request) => regionWrites.patch(services, request.actor, request.params.id, request.body),
  );
  app.delete(
    one,
    {
      config: { access: "region.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await regionWrites.remove(services, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${paths.region}/import`,
    {
      config: { access: "region.change" },
      schema: {
        querystring: territoryImportQuerySchema,
        consumes: ["multipart/form-data"],
        response: { 200: territoryImportSchema },
      },
    },
    async (request) =>
      importBoundaries(services, request.actor, {
        table: "region",
        file: await readBoundaryUpload(request),
        choices: request.query.choices,
        dryRun: request.query.dry_run === "1",
        language: languageOf(request.headers["accept-language"]),
      }),
  );
};
