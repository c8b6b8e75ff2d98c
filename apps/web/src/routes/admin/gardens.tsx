import { createFileRoute } from "@tanstack/react-router";
import { requirePermission } from "../../lib/permissions.ts";
import { RoutePending } from "../../ui/route-states.tsx";

export const Route = createFileRoute("/admin/gardens")({
  beforeLoad: requirePermission("garden.view"),
  component: RoutePending,
});
