/** Draws parts of the panel as its own start does: texts, router, queries. */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { type ReactNode, Suspense } from "react";
import { queryClient } from "../../src/lib/api/query-client.ts";
import { type ListSearch, listSearch } from "../../src/lib/list/list-search.ts";
import { parseSearch, stringifySearch } from "../../src/lib/navigation/search-params.ts";
import { startTexts } from "../../src/lib/text/i18n.ts";

// The whole document in each message says less than its first line; a loaded machine is slow, not wrong.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message?.split("\n")[0] ?? "not found"),
});

/** English texts, loaded before the first test: what is asked for later is there at once. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  localStorage.setItem("i18nextLng", "en");
  await startTexts();
  await i18next.loadNamespaces(["app", "errors", "lists", ...namespaces]);
}

type Draw = (search: ListSearch & { letter?: string }) => ReactNode;

/** Opens an address; beside the screen under test there is `/elsewhere`. */
export async function openAt(address: string, draw: Draw) {
  const rootRoute = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  });
  const home = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    validateSearch: listSearch(["letter"]),
    component: () => draw(home.useSearch()),
  });
  const elsewhere = createRoute({
    getParentRoute: () => rootRoute,
    path: "/elsewhere",
    component: () => <p>elsewhere</p>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  queryClient.clear();
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    ...drawn,
    /** Goes to another address, as a link elsewhere on the page would. */
    goTo: (address: string) => router.history.push(address),
    user: userEvent.setup(),
    /** The search parameters of the present address, as the screen reads them. */
    search: (): ListSearch => router.state.matches.at(-1)?.search ?? {},
  };
}
