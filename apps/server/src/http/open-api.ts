/** The OpenAPI 3.1 document at /api/openapi.json, from the same schemas that judge the calls. */
import swagger from "@fastify/swagger";
import type { Access } from "@nihol/contract/permissions";
import fp from "fastify-plugin";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";

/** Which of the document's schemes a call asks for. */
function securityOf(access: Access) {
  if (access === "public") return [];
  return access === "device" ? [{ device: [] }] : [{ bearer: [] }];
}

/** Adds to each call who may make it: `x-access`, as the route declares it, and its scheme. */
const withAccess: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const { access, andOneOf } = document.route.config ?? {};
  if (!access) return { schema, url };
  const besides = andOneOf && { "x-access-one-of": andOneOf };
  return {
    url,
    schema: { ...schema, security: securityOf(access), "x-access": access, ...besides },
  };
};

export const openApiPlugin = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Nihol",
        version: "0.1.0",
        description: "Greening and environmental monitoring programme",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          device: { type: "apiKey", in: "header", name: "X-Device-Token" },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: withAccess,
    transformObject: jsonSchemaTransformObject,
  });
  app.get(
    "/api/openapi.json",
    { config: { access: "public" }, schema: { summary: "This document" } },
    () => app.swagger(),
  );
});
