/** Shape of a feature: routes that are registered below `/api`. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Services } from "./services.ts";

/** The HTTP application; schemas of routes are the contract's. */
export type App = FastifyInstance<
  import("node:http").Server,
  import("node:http").IncomingMessage,
  import("node:http").ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Registers a feature's routes below `/api`. */
export type Feature = (app: App, services: Services) => void | Promise<void>;
