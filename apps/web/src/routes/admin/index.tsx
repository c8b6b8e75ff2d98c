import { createFileRoute, redirect } from "@tanstack/react-router";
import { mayOpenDashboard } from "../../lib/permissions.ts";
import { RouteError } from "../../ui/route-states.tsx";
import { ScreenLinks } from "../../ui/screen-links.tsx";

export const Route = createFileRoute("/admin/")({
  beforeLoad: ({ context }) => {
    if (!mayOpenDashboard(context.userData)) throw redirect({ to: "/auth" });
  },
  component: ScreenLinks,
  errorComponent: RouteError,
});
