/** Screens write into their address only while it is theirs. */
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { keepScreenUntilLoaded } from "../../src/lib/navigation/route-parts.ts";
import { useChangeSearch } from "../../src/lib/navigation/use-change-search.ts";

afterEach(cleanup);

/** Code that never comes. */
const missing = Object.assign(() => null, { preload: () => new Promise<void>(() => {}) });

/** A map with its place in the address, and a screen beside it. */
async function openMap(address: string) {
  let moved = (_at: string) => {};
  const anyAddress = (search: Record<string, unknown>) => search;
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, path: "/map", component: Outlet });
  const map = createRoute({
    getParentRoute: () => layout,
    path: "/",
    validateSearch: anyAddress,
    errorComponent: missing,
    component: () => {
      const changeSearch = useChangeSearch();
      moved = (at) => changeSearch((before) => ({ ...before, at }), { replace: true });
      return <p>the map</p>;
    },
  });
  const list = createRoute({
    getParentRoute: () => root,
    path: "/list",
    validateSearch: anyAddress,
    component: () => <p>the list</p>,
  });
  window.history.replaceState(null, "", address);
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren([map]), list]),
    history: createBrowserHistory(),
    trailingSlash: "preserve",
  });
  keepScreenUntilLoaded(router, { onWait() {}, onSettled() {}, onMissing() {} });
  render(<RouterProvider router={router} />);
  await screen.findByText("the map");
  return { router, moved: (at: string) => moved(at) };
}

test("a map that comes to rest when its screen is being left neither takes the person back nor changes the next address", async () => {
  const { router, moved } = await openMap("/map?region=1");
  router.history.push("/list?page=2");
  await Promise.resolve();
  moved("38,70");
  await screen.findByText("the list");
  moved("38,71");
  await new Promise((resume) => setTimeout(resume, 50));
  expect(router.history.location.href).toBe("/list?page=2");
});

test("with or without a slash at its end an address is one screen's: it changes at once, whatever code is still missing", async () => {
  const { router, moved } = await openMap("/map?region=1");
  moved("38,70");
  await expect.poll(() => router.history.location.href).toMatch(/^\/map\/?\?region=1&at=38%2C70$/);
});
