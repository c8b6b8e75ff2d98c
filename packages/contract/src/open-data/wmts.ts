/** Images as OGC Web Map Tile Service 1.0.0, in its RESTful form: a document of layers, whose tiles are those of the map. */
import { addressTokenShape } from "../people/access-tokens.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Map programs add `SERVICE`, `REQUEST` and whatever else they are used to; nothing of it changes the document. */
const capabilitiesQuery = z.looseObject({
  ...addressTokenShape,
  bbox: z.string().max(200).optional(),
  datetime: z.string().max(80).optional(),
});

export const wmtsCapabilities = call({
  method: "GET",
  path: `${paths.wmts}/1.0.0/WMTSCapabilities.xml`,
  access: "wholeimage.view",
  personalToken: "address",
  summary: "OGC WMTS: the newest 1,000 images of the caller's list as layers, by place and days",
  query: capabilitiesQuery,
});
