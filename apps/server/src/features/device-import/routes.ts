import { deviceImport } from "@nihol/contract/sensors/device-import";
import { deviceImportLimits } from "@nihol/contract/values/sensors/device-import";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/feature.ts";
import { sentBytes } from "../../http/sent-file.ts";
import { serve } from "../../http/serve.ts";
import { importDevices } from "./import-devices.ts";

/** Many devices at once, from a file. */
export const deviceImportRoutes: Feature = (app, { db }) => {
  serve(app, deviceImport, async (request) => {
    const { bytes } = await sentBytes(request, deviceImportLimits.fileBytes);
    const language = languageOf(request.headers["accept-language"]);
    return importDevices(db.sql, request.actor, bytes, request.query, language);
  });
};
