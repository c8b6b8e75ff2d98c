import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { RoutePending } from "../ui/route-states.tsx";
import { Toaster } from "../ui/toaster.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => "Not Found",
});

function Root() {
  const { queryClient } = Route.useRouteContext();
  return (
    <QueryClientProvider client={queryClient}>
      {/* Base UI would write style elements, which the content security policy blocks. */}
      <CSPProvider disableStyleElements>
        <Suspense fallback={<RoutePending />}>
          <Outlet />
        </Suspense>
        <Toaster />
      </CSPProvider>
    </QueryClientProvider>
  );
}
