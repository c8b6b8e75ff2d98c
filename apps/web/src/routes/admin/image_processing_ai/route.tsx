import { createFileRoute, Outlet } from "@tanstack/react-router";
import { requirePermission } from "../../../lib/permissions.ts";

export const Route = createFileRoute("/admin/image_processing_ai")({
  beforeLoad: requirePermission("wholeimage.view"),
  component: Outlet,
});
