/** Serves the built panel; its addresses are the panel's own, so unknown ones get index.html. */
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./errors.ts";
import { Problem } from "./problem.ts";

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

/** Every file below `root` by its address (`/assets/x.js`); nothing else is ever sent. */
function filesBelow(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Set(paths.map((path) => `/${relative(root, path).split(sep).join("/")}`));
}

// Files below /assets carry a hash of their content in their name.
const forever = { maxAge: "365d", immutable: true };
const fresh = { maxAge: 0, immutable: false };

/**
 * Answers addresses that no route takes: files of the panel below `root`, its index.html, else 404. With an
 * unbuilt `root` only the API answers.
 */
export async function serveWeb(app: FastifyInstance, root: string | undefined) {
  const files =
    root === undefined
      ? new Set<string>()
      : await Promise.resolve(root)
          .then(filesBelow)
          .catch(() => new Set<string>());
  if (root !== undefined && files.size > 0) {
    await app.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: true,
    });
  }

  function send(request: FastifyRequest, reply: FastifyReply) {
    const { pathname: path } = new URL(request.url, "http://localhost");
    if (isApi(path) || request.method !== "GET" || files.size === 0) return undefined;
    if (files.has(path))
      return reply.sendFile(path.slice(1), path.startsWith("/assets/") ? forever : fresh);
    // A missing hashed file is a page of an older build: index.html in its place would be a broken script.
    return path.startsWith("/assets/") ? undefined : reply.sendFile("index.html", fresh);
  }

  app.setNotFoundHandler(
    (request, reply) =>
      send(request, reply) ?? sendProblem(request, reply, new Problem(404, "not_found")),
  );
}
