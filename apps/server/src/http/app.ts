/** Builds the HTTP application: security, access, errors, documents, features, the panel. */
import compress from "@fastify/compress";
import jwt from "@fastify/jwt";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { limits } from "@nihol/contract/limits";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { features } from "../features/register.ts";
import { findActor, findRole } from "../features/sign-in/queries.ts";
import { accessPlugin } from "./access.ts";
import { answerErrors } from "./errors.ts";
import { openApiPlugin } from "./open-api.ts";
import { securityPlugin } from "./security.ts";
import type { Services } from "./services.ts";
import { serveWeb } from "./web.ts";

export type App = FastifyInstance<
  import("node:http").Server,
  import("node:http").IncomingMessage,
  import("node:http").ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface AppOptions {
  logger?: boolean | { level: string; stream?: NodeJS.WritableStream };
}

/** One feature: registers its routes below `/api`. */
export type Feature = (app: App, services: Services) => void | Promise<void>;

/** Written into access tokens and asked of them. */
const issuer = "nihol";

/** @throws when a route declares no access */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<App> {
  const app = fastify({
    logger: options.logger ?? false,
    trustProxy: "loopback",
    bodyLimit: limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  await app.register(securityPlugin);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    customTypes: /^text\/(?!event-stream)|json|xml|mapbox-vector-tile/,
  });
  await app.register(rateLimit, { max: 6000, timeWindow: "1 minute" });
  await app.register(jwt, {
    secret: services.tokens.secret,
    sign: { algorithm: "HS256", iss: issuer, expiresIn: `${services.tokens.accessMinutes}m` },
    verify: { algorithms: ["HS256"], allowedIss: issuer, requiredClaims: ["exp", "sub"] },
  });
  await app.register(multipart, {
    limits: { files: 1, fileSize: limits.boundaryFileBytes, fields: 10, fieldSize: 10_000 },
  });
  await app.register(accessPlugin, {
    findActor: ({ sub, ver }) => findActor(services.db.sql, Number(sub), ver ?? 0),
    findRole: (id) => findRole(services.db.sql, id),
  });
  await app.register(openApiPlugin);
  await app.register(
    async (api) => {
      for (const feature of features) await feature(api as App, services);
    },
    { prefix: "/api" },
  );
  await serveWeb(app, services.webRoot);
  return app;
}
