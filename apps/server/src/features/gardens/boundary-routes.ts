/** Boundaries of gardens as files: previewed, imported, exported. */
import { gardenBoundary, gardenBoundaryPreview, gardenBoundarySend } from "@nihol/contract/gardens";
import { languageOf } from "@nihol/locales/text";
import { patchGarden } from "../../commands/garden-writes.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { previewOf, readBoundaryUpload } from "../../shared/boundaries/boundary-upload.ts";
import { chosenBoundary } from "./boundary-choice.ts";
import { geoJsonFile, kmlFile } from "./boundary-download.ts";
import { gardenPreview } from "./boundary-preview.ts";
import { findGarden } from "./garden-queries.ts";

export const gardenBoundaryRoutes: Feature = (app, services) => {
  const { db } = services;
  serve(app, gardenBoundaryPreview, async (request) => {
    const { actor, query } = request;
    const language = languageOf(request.headers["accept-language"]);
    return gardenPreview(db.sql, await readBoundaryUpload(request), {
      actor,
      ...query,
      language,
    });
  });

  serve(app, gardenBoundarySend, async (request) => {
    const { id } = request.params;
    if (!(await findGarden(db.sql, request.actor, id))) throw notFound();
    const file = await readBoundaryUpload(request);
    const { feature, confirm_large } = request.query;
    const boundary = chosenBoundary(file, feature);
    await patchGarden(services, request.actor, id, { boundary, confirm_large });
    return previewOf(file, languageOf(request.headers["accept-language"]));
  });

  serve(app, gardenBoundary, async (request, reply) => {
    const garden = await findGarden(db.sql, request.actor, request.params.id);
    if (!garden?.boundary) throw notFound();
    const { format } = request.query;
    reply.header("content-disposition", `attachment; filename="garden-${garden.id}.${format}"`);
    return format === "kml"
      ? reply.type("application/vnd.google-earth.kml+xml").send(kmlFile(garden))
      : reply.type("application/geo+json").send(geoJsonFile(garden));
  });
};
