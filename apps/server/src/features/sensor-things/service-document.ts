/** The first page of the service: its sets, and which requirements it keeps (OGC 18-088, 9.2.1). */
import { entitySets } from "./model/model.ts";

const standard = "http://www.opengis.net/spec/iot_sensing/1.1/req";
const requestData = [
  "order",
  "expand",
  "select",
  "status-code",
  "query-status-code",
  "orderby",
  "top",
  "skip",
  "count",
  "filter",
  "built-in-filter-operations",
  "built-in-query-functions",
  "pagination",
];

/** Reading alone: nothing of writing, batches, MQTT, multi-datastreams or tasking. */
const conformance = [
  `${standard}/datamodel`,
  `${standard}/resource-path/resource-path-to-entities`,
  `${standard}/request-data`,
  ...requestData.map((name) => `${standard}/request-data/${name}`),
  `${standard}/data-array/data-array`,
];

/** @param base the address of the service, without a slash at its end */
export const serviceDocument = (base: string) => ({
  value: entitySets.map((name) => ({ name, url: `${base}/${name}` })),
  serverSettings: { conformance },
});
