/**
 * A test environment with a browser's document in the process of the test: the panel's code runs as in a page, and the
 * server of its tests runs beside it. What both take from the platform stays Node's own.
 */
import { Window } from "happy-dom";
import { type Environment, populateGlobal } from "vitest/runtime";

/** The server works with Node's; a page's could not be handed to Node's own functions. */
const ofNode = [
  "URL",
  "URLSearchParams",
  "AbortController",
  "AbortSignal",
  "Request",
  "Response",
  "Headers",
  "ReadableStream",
  "performance",
] as const;

export default {
  name: "page",
  viteEnvironment: "ssr",
  async setup(global) {
    const window = new Window({ url: "http://localhost/" });
    const { locks } = global.navigator;
    const kept = ofNode.map((name) => [name, global[name]] as const);
    // Bound: happy-dom's functions ask their window, which the global object is not.
    const { keys, originals } = populateGlobal(global, window, {
      bindFunctions: true,
      additionalKeys: ["fetch", "FormData"],
    });
    for (const [name, value] of kept)
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    // happy-dom has no locks; without them tabs do not wait for each other.
    Object.defineProperty(window.navigator, "locks", { value: locks, configurable: true });
    Object.assign(global, { page: window });
    return {
      async teardown() {
        await window.happyDOM.close();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, value] of originals) Object.defineProperty(global, key, value);
      },
    };
  },
} satisfies Environment;
