/** Boundaries of gardens as files: looked at, taken, given back. */
import { gardenPreviewQuerySchema } from "@nihol/contract/gardens";
import { boundaryPreviewSchema, gardenPreviewSchema } from "@nihol/contract/geometry";
import { booleanQuerySchema, idParamsSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import { patchGarden } from "../../commands/garden-writes.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { previewOf, readBoundaryUpload } from "../../shared/boundaries/boundary-upload.ts";
import { chosenBoundary } from "./boundary-choice.ts";
import { geoJsonFile, kmlFile } from "./boundary-download.ts";
import { gardenPreview } from "./boundary-preview.ts";
import { findGarden } from "./queries.ts";

const one = `${paths.garden}/:id` as const;
const consumes = ["multipart/form-data"];

export const gardenBoundaryRoutes: Feature = (app, services) => {
  const { db } = services;
  app.post(
    `${paths.garden}/boundary-preview`,
    {
      config: { access: "garden.view" },
      schema: {
        querystring: gardenPreviewQuerySchema,
        consumes,
        response: { 200: gardenPreviewSchema },
      },
    },
    async (request) => {
      const { actor, query } = request;
      const language = languageOf(request.headers["accept-language"]);
      return gardenPreview(db.sql, await readBoundaryUpload(request), {
        actor,
        ...query,
        language,
      });
    },
  );

  app.post(
    `${one}/boundary`,
    {
      config: { access: "garden.change" },
      schema: {
        params: idParamsSchema,
        querystring: z.object({
          feature: z.coerce.number().int().min(0).optional(),
          confirm_large: booleanQuerySchema.default(false),
        }),
        consumes,
        response: { 200: boundaryPreviewSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await findGarden(db.sql, request.actor, id))) throw notFound();
      const file = await readBoundaryUpload(request);
      const { feature, confirm_large } = request.query;
      const boundary = chosenBoundary(file, feature);
      await patchGarden(services, request.actor, id, { boundary, confirm_large });
      return previewOf(file, languageOf(request.headers["accept-language"]));
    },
  );

  app.get(
    `${one}/boundary`,
    {
      config: { access: "garden.view" },
      schema: {
        params: idParamsSchema,
        querystring: z.object({ format: z.enum(["kml", "geojson"]).default("geojson") }),
      },
    },
    async (request, reply) => {
      const garden = await findGarden(db.sql, request.actor, request.params.id);
      if (!garden?.boundary) throw notFound();
      const { format } = request.query;
      reply.header("content-disposition", `attachment; filename="garden-${garden.id}.${format}"`);
      return format === "kml"
        ? reply.type("application/vnd.google-earth.kml+xml").send(kmlFile(garden))
        : reply.type("application/geo+json").send(geoJsonFile(garden));
    },
  );
};
