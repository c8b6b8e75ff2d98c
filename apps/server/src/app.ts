/** Builds the HTTP application: security, access, errors, documents, features, the panel. */
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import jwt from "@fastify/jwt";
import multipart from "@fastify/multipart";
import { limits } from "@nihol/contract/values/limits";
import { readTogether } from "@nihol/db/read-together";
import fastify, { type FastifyInstance, LogController } from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { features } from "./features/register.ts";
import { findActor, findRole, findTokenActor } from "./features/sign-in/sign-in-queries.ts";
import { accessPlugin, type TokenClaims } from "./http/access.ts";
import { composedTextsPlugin } from "./http/bodies/composed-texts.ts";
import { keepSentText, strictJson } from "./http/bodies/loose-json.ts";
import { type BodyPace, slowBodiesPlugin } from "./http/bodies/slow-bodies.ts";
import { answerBadAddress, answerErrors } from "./http/errors.ts";
import type { App } from "./http/feature.ts";
import { openCallCounts } from "./http/limits/call-counts.ts";
import { limitCalls } from "./http/limits/call-limit.ts";
import { openApiPlugin } from "./http/open-api.ts";
import { outagePlugin } from "./http/outage.ts";
import { answerClientError } from "./http/raw-problem.ts";
import { securityPlugin } from "./http/security.ts";
import type { Services } from "./http/services.ts";
import { countWrongToken } from "./http/throttle.ts";
import { otherMethods, serveWeb } from "./http/web.ts";
import { seeAs } from "./policies/see-as.ts";
import { traceRequests } from "./request-spans.ts";

export interface AppOptions {
  logger?: boolean | { level: string; stream?: NodeJS.WritableStream; mixin?: () => object };
  /** Set where people reach it by https, through a proxy. */
  https?: boolean;
  /** Addresses and ranges whose X-Forwarded headers are believed; without them this machine's own. */
  trustedProxies?: string[];
  /** Of one address, refused ones too. */
  callsPerMinute?: number;
  /** Slowest pace at which bodies may come. */
  bodyPace?: BodyPace;
}

/** Written into access tokens and asked of them. */
const issuer = "nihol";

/**
 * Many clients say that they send JSON with a DELETE, and send nothing; what needs a body asks for it by its schema.
 * Reads as well what devices write beyond JSON.
 */
function takeLooseJson(app: FastifyInstance) {
  const read = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = body.toString();
    keepSentText(request, text);
    return read(request, strictJson(text), done);
  });
}

/** Milliseconds that running calls have to finish after the server was asked to stop. */
const closeGraceMs = 5_000;

/** Or one body that never comes would keep the server from ending. */
function endConnectionsOnClose(app: FastifyInstance) {
  app.addHook("preClose", async () => {
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref();
  });
}

/**
 * @param given without counts of calls, this server counts for itself
 * @throws when a route declares no access
 */
export async function buildApp(
  given: Omit<Services, "callCounts"> & Partial<Services>,
  options: AppOptions = {},
): Promise<App> {
  const services: Services = { ...given, callCounts: given.callCounts ?? openCallCounts() };
  const app = fastify({
    logger: options.logger ?? false,
    // Two lines for each tile would hide what is worth reading.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies ?? "loopback",
    bodyLimit: limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true },
    // Of heads; bodies have their pace (slow-bodies.ts), since an upload may take hours.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerBadAddress,
    // Calls that come while it closes are served still, or refused by us.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  // Before all other hooks: what they ask belongs to the request, too.
  traceRequests(app);
  const methodsOf = otherMethods(app);
  await app.register(securityPlugin, {
    https: options.https ?? false,
    filesOrigin: services.files.linkOrigin,
  });
  await app.register(slowBodiesPlugin, { pace: options.bodyPace });
  endConnectionsOnClose(app);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    customTypes: /^text\/(?!event-stream)|json|xml|mapbox-vector-tile/,
  });
  await limitCalls(app, services.callCounts, options.callsPerMinute ?? 6000);
  takeLooseJson(app);
  await app.register(composedTextsPlugin);
  await app.register(cookie);
  await app.register(jwt, {
    secret: services.tokens.secret,
    sign: { algorithm: "HS256", iss: issuer, expiresIn: `${services.tokens.accessMinutes}m` },
    verify: { algorithms: ["HS256"], allowedIss: issuer, requiredClaims: ["exp", "sub"] },
  });
  await app.register(multipart, {
    limits: { files: 1, fileSize: limits.boundaryFileBytes, fields: 10, fieldSize: 10_000 },
  });
  if (services.watch) await app.register(outagePlugin, { watch: services.watch });
  await app.register(accessPlugin, {
    // A page and a map view ask for much at once; each call's rights are read after it came.
    findActor: readTogether(
      ({ sub, ver, sid }: TokenClaims) => JSON.stringify([sub, ver, sid]),
      async ({ sub, ver, sid }) =>
        sid
          ? findActor(services.db, { userId: Number(sub), tokenVersion: ver ?? 0, family: sid })
          : undefined,
    ),
    findTokenActor: readTogether(
      (tokenHash: Buffer) => tokenHash.toString("base64"),
      (tokenHash) => findTokenActor(services.db, tokenHash),
    ),
    countWrongToken: (address) => countWrongToken(services.db.sql, address),
    seeAs: (request, caller) => seeAs(request, caller, (id) => findRole(services.db.sql, id)),
  });
  const { replica } = services;
  if (replica)
    app.addHook("onSend", async ({ method, caller }) => {
      // Before the answer goes out: what is read after it must hold what was written.
      if (caller && !["GET", "HEAD"].includes(method)) replica.noteChange(caller.id);
    });
  await app.register(openApiPlugin);
  await app.register(
    async (api) => {
      for (const feature of features) await feature(api as App, services);
    },
    { prefix: "/api" },
  );
  await serveWeb(app, services.webRoot, { ...services, methodsOf });
  return app;
}
