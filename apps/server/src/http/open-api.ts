/** The OpenAPI 3.1 document at /api/openapi.json, from the same schemas that judge the calls. */
import swagger from "@fastify/swagger";
import fp from "fastify-plugin";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";

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
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get("/api/openapi.json", { config: { access: "public" }, schema: { hide: true } }, () =>
    app.swagger(),
  );
});
