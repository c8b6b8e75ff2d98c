/** The answer to the import of borders: the same for regions and districts. */
import type { regionImport } from "@nihol/contract/territory";
import { languageOf } from "@nihol/locales/text";
import type { RequestOf } from "../http/serve.ts";
import type { Services } from "../http/services.ts";
import { readBoundaryUpload } from "../shared/boundaries/boundary-upload.ts";
import { importBoundaries } from "./import-boundaries.ts";

export const boundaryImport =
  (services: Services, table: "region" | "district") =>
  async (request: RequestOf<typeof regionImport>) =>
    importBoundaries(services, request.actor, {
      table,
      file: await readBoundaryUpload(request),
      choices: request.query.choices,
      dryRun: request.query.dry_run === "1",
      language: languageOf(request.headers["accept-language"]),
    });
