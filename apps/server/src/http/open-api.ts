/** The OpenAPI 3.1 document at /api/openapi.json, from the same schemas that validate the calls. */
import swagger from "@fastify/swagger";
import type { PersonalToken } from "@nihol/contract/resource";
import { programVersion } from "@nihol/contract/values/operations";
import type { Access } from "@nihol/contract/values/permissions";
import type { FastifySchema } from "fastify";
import fp from "fastify-plugin";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";

import { bodyOf, plainSuccess, refusalsOf } from "./open-api-answers.ts";

const personalSchemes: Record<PersonalToken, Record<string, string[]>[]> = {
  header: [{ personal: [] }],
  address: [{ personal: [] }, { personalInAddress: [] }],
};

/** Schemes of the document that a call asks for. */
function securityOf(
  access: Access,
  personalToken: PersonalToken | undefined,
): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "device" || access === "monitor") return [{ [access]: [] }];
  const personal = personalToken ? personalSchemes[personalToken] : [];
  // Without a token, what is published.
  return [...(access === "openData" ? [{}] : []), { bearer: [] }, ...personal];
}

/**
 * Adds to each call who may make it (`x-access`, as the route declares it, and its scheme), the body that it reads as a
 * stream, and how it refuses.
 */
const describe: typeof jsonSchemaTransform = (document) => {
  const { route } = document;
  const { access, andOneOf, personalToken } = route.config ?? {};
  if (!access) return jsonSchemaTransform(document);
  const given: FastifySchema = document.schema ?? {};
  const { method, config = {} } = route;
  const refusals = refusalsOf({ method, url: document.url, config, schema: given });
  const declared = (given.response ?? {}) as Record<string, unknown>;
  const { schema, url } = jsonSchemaTransform({
    ...document,
    schema: { ...given, response: { ...refusals, ...declared } },
  });
  const isPlain = !Object.keys(declared).some((status) => status.startsWith("2"));
  const response = (schema as { response: object }).response;
  const body = bodyOf(given.consumes);
  return {
    url,
    schema: {
      ...schema,
      ...(body ? { body } : {}),
      response: isPlain ? { 200: plainSuccess, ...response } : response,
      security: securityOf(access, personalToken),
      "x-access": access,
      ...(andOneOf && { "x-access-one-of": andOneOf }),
    },
  };
};

export const openApiPlugin = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Nihol",
        version: programVersion,
        description: "Greening and environmental monitoring programme",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          personal: { type: "http", scheme: "basic", description: "A personal access token" },
          personalInAddress: { type: "apiKey", in: "query", name: "token" },
          device: { type: "apiKey", in: "header", name: "X-Device-Token" },
          monitor: { type: "http", scheme: "bearer", description: "NIHOL_METRICS_TOKEN_FILE" },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: describe,
    transformObject: jsonSchemaTransformObject,
  });
  app.get(
    "/api/openapi.json",
    { config: { access: "public", withoutDatabase: true }, schema: { summary: "This document" } },
    () => app.swagger(),
  );
});
