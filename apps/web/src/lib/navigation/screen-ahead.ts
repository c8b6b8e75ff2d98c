import type { AnyRouter } from "@tanstack/react-router";
import { accessToken } from "../api/session.ts";

/**
 * Begins to fetch the code of the screen at this address. The router would do so after the person's profile has come,
 * which is asked for after the texts: on a slow line the code comes in the same time.
 */
export function loadScreenAhead(router: AnyRouter): void {
  const { pathname } = window.location;
  // A person who is not signed in is led away from every other address.
  if (!accessToken() && pathname !== "/auth") return;
  const [routes] = router.getMatchedRoutes(pathname);
  // Code that does not come is asked for again by the router, which says so.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}
