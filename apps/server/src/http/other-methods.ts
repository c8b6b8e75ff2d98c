/** Which methods an address takes: asked of one that no route takes as it was called. */
import type { FastifyInstance } from "fastify";

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
