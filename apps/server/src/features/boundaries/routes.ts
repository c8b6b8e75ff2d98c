/** A boundary file read for a form: of a garden, a region, a district, or the area of a process. */
import { boundaryPreview } from "@nihol/contract/geometry";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { previewOf, readBoundaryUpload } from "../../shared/boundaries/boundary-upload.ts";

export const boundaryRoutes: Feature = (app) =>
  serve(app, boundaryPreview, async (request) =>
    previewOf(await readBoundaryUpload(request), languageOf(request.headers["accept-language"])),
  );
