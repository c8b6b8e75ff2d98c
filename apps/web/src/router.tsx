import { createRouter } from "@tanstack/react-router";
import { queryClient } from "./lib/api/query-client.ts";
import { watchParts } from "./lib/navigation/part-error.ts";
import { parseSearch, stringifySearch } from "./lib/navigation/search-params.ts";
import { routeTree } from "./routeTree.gen.ts";
import { tellOfMissingScreens } from "./ui/part-notices.tsx";
import { RouteError, RoutePending } from "./ui/route-states.tsx";

/** Router of all screens; delays and lifetimes are the specification's defaults, in milliseconds. */
export const makeRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    defaultGcTime: 300_000,
    // Routes load texts, which do not change.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: RoutePending,
    defaultNotFoundComponent: () => "Not Found",
    trailingSlash: "preserve",
    parseSearch,
    stringifySearch,
  });

export const router = makeRouter();

watchParts();
tellOfMissingScreens(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
