/**
 * OGC SensorThings API 1.1, Part 1: Sensing (OGC 18-088), reading. An option that a call does not name is refused: a
 * filter that was passed over would answer with observations that were not asked for.
 */
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const text = z.string().max(4000, { error: "invalid" }).optional();
const query = z.strictObject(
  {
    $filter: text,
    $expand: text,
    $select: text,
    $orderby: text,
    $top: text,
    $skip: text,
    $count: text,
    $resultFormat: text,
    /** Where the page before it ended; links to the next page carry it. */
    $skiptoken: text,
  },
  { error: "invalid" },
);

export const staRoot = call({
  method: "GET",
  path: paths.sensorThings,
  access: "openData",
  personalToken: "header",
  summary: "OGC SensorThings API 1.1: the sets and the requirements that are kept",
  query: z.strictObject({}, { error: "invalid" }),
  answer: z.object({
    value: z.array(z.object({ name: z.string(), url: z.string() })),
    serverSettings: z.object({ conformance: z.array(z.string()) }),
  }),
});
export const staResource = call({
  method: "GET",
  path: `${paths.sensorThings}/*`,
  access: "openData",
  personalToken: "header",
  refuses: [404],
  summary: "OGC SensorThings API 1.1: sets, entities, properties and navigation",
  params: z.object({ "*": z.string().max(1000) }),
  query,
});
