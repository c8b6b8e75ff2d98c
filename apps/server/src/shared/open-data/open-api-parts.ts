/** Media types, and parts of OpenAPI 3.0 documents, of the catalogues that follow OGC API: features and images. */

export const json = "application/json";
export const geoJson = "application/geo+json";
export const openApi = "application/vnd.oai.openapi+json;version=3.0";

/** Parameter of a call. */
export const parameter = (name: string, where: "query" | "path", schema: object) => ({
  name,
  in: where,
  required: where === "path",
  schema,
});
const exception = {
  description: "Refused",
  content: {
    [json]: {
      schema: {
        type: "object",
        required: ["code"],
        properties: { code: { type: "string" }, description: { type: "string" } },
      },
    },
  },
};
/** Operation that reads. */
export const operation = (
  operationId: string,
  summary: string,
  parameters: object[] = [],
  type: string = json,
) => ({
  get: {
    operationId,
    summary,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "200": { description: summary, content: { [type]: { schema: { type: "object" } } } },
      default: exception,
    },
  },
});

/** `bbox` and `datetime`, as every list of features takes them. */
export const placeAndTime = [
  {
    ...parameter("bbox", "query", {
      type: "array",
      minItems: 4,
      maxItems: 6,
      items: { type: "number" },
    }),
    style: "form",
    explode: false,
  },
  parameter("datetime", "query", { type: "string" }),
];
