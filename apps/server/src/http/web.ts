/** Serves the built panel; its addresses are the panel's own, so unknown ones get index.html. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./errors.ts";
import { Problem } from "./problem.ts";

const isApi = (url: string) => url === "/api" || url.startsWith("/api/");

/** Registers static files below `root`; with undefined only the API answers. */
export async function serveWeb(app: FastifyInstance, root: string | undefined) {
  const built = root !== undefined && existsSync(join(root, "index.html"));
  if (built) {
    app.addHook("onRoute", (route) => {
      route.config ??= { access: "public" };
    });
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      decorateReply: true,
      preCompressed: false,
      setHeaders(response, path) {
        // Files below /assets carry a hash of their content in their name.
        const hashed = path.includes("/assets/");
        response.header(
          "cache-control",
          hashed ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  app.setNotFoundHandler({ preHandler: [] }, (request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = request.method === "GET" && !isApi(request.url);
    if (built && wantsPage)
      return reply
        .header("cache-control", "no-cache")
        .sendFile("index.html", { maxAge: 0, immutable: false });
    return sendProblem(request, reply, new Problem(404, "not_found"));
  });
}
