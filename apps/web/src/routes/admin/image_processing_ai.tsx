import { createFileRoute } from "@tanstack/react-router";
import { requirePermission } from "../../lib/permissions.ts";
import { RoutePending } from "../../ui/route-states.tsx";

export const Route = createFileRoute("/admin/image_processing_ai")({
  beforeLoad: requirePermission("wholeimage.view"),
  component: RoutePending,
});
