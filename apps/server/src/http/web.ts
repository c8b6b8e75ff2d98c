/** Serves the built panel; its addresses are the panel's own, so unknown ones get index.html. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./errors.ts";
import type { OwnBaseMap } from "./own-base-map.ts";
import { Problem } from "./problem.ts";

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

/** `/api/user/:id` as what an address has to look like; a parameter may have a pattern of its own behind it. */
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^$|{}[\]\\]/g, "\\$&")
      .replace(/:\w+(\([^)]*\))?/g, "[^/]+")
      .replaceAll("*", ".*")}/?$`,
  );

/**
 * Remembers every route from now on.
 * @returns the methods that a path takes; none where there is no such path
 */
export function otherMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return (path) => {
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** Says whether `path` (`/assets/x.js`) is a file below `root`. Asked each time: a new build brings new names. */
async function isFile(root: string, path: string): Promise<boolean> {
  const file = resolve(root, `.${path}`);
  if (!file.startsWith(root + sep) || /\/\./.test(path)) return false;
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

// Files below /assets carry a hash of their content in their name.
const forever = { maxAge: "365d", immutable: true };
const fresh = { maxAge: 0, immutable: false };

/** Where the panel asks for its base map, and for what that is. */
const baseMapPaths = { archive: "/basemap/land.pmtiles", facts: "/basemap/archive.json" };

/**
 * Answers addresses that no route takes: files of the panel below `root`, its index.html, else 404. With an
 * unbuilt `root` only the API answers. `baseMap` is an archive that takes the place of the panel's own.
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string | undefined,
  { baseMap, methodsOf }: { baseMap?: OwnBaseMap; methodsOf: (path: string) => string[] },
) {
  const built = root !== undefined && existsSync(root);
  if (built) await app.register(fastifyStatic, { root, serve: false, preCompressed: true });

  /** The file that an address of the panel stands for. */
  async function fileFor(request: FastifyRequest): Promise<string | undefined> {
    // `//` is the start of another host to URL, and no address at all.
    const pathname = URL.parse(request.url, "http://localhost")?.pathname ?? "/";
    if (!built || request.method !== "GET" || isApi(pathname)) return undefined;
    if (await isFile(root, pathname)) return pathname;
    // A missing hashed file is a page of an older build: index.html in its place would be a broken script.
    return pathname.startsWith("/assets/") ? undefined : "/index.html";
  }

  /** Another method than the address takes is no missing record. */
  function noRoute({ method, url }: FastifyRequest): Problem {
    const path = url.split("?")[0] ?? "";
    const allow = isApi(path) ? methodsOf(path).join(", ") : "";
    return allow
      ? new Problem(405, "method_not_allowed", { method, allow }, { allow })
      : new Problem(404, "not_found");
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await fileFor(request);
    if (!file) return sendProblem(request, reply, noRoute(request));
    if (file === baseMapPaths.facts && baseMap)
      return reply.header("cache-control", "no-cache").send(baseMap.facts);
    if (file === baseMapPaths.archive && baseMap?.facts.own)
      return reply.sendFile(basename(baseMap.file), dirname(baseMap.file), fresh);
    return reply.sendFile(file.slice(1), file.startsWith("/assets/") ? forever : fresh);
  });
}
