/** A boundary file looked at for a form: of a garden, a region, a district, or the area of a process. */
import { boundaryPreviewSchema } from "@nihol/contract/geometry";
import { paths } from "@nihol/contract/values/paths";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { previewOf, readBoundaryUpload } from "../../shared/boundaries/boundary-upload.ts";

export const boundaryRoutes: Feature = (app) => {
  app.post(
    paths.boundaryPreview,
    {
      // The file comes from the caller and goes back to them: nothing of the programme is in the answer.
      config: { access: "signedIn" },
      schema: { consumes: ["multipart/form-data"], response: { 200: boundaryPreviewSchema } },
    },
    async (request) =>
      previewOf(await readBoundaryUpload(request), languageOf(request.headers["accept-language"])),
  );
};
