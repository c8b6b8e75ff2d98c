import { createFileRoute } from "@tanstack/react-router";
import { OperationsScreen } from "../../../features/operations/operations-screen.tsx";
import { requireAdministrator } from "../../../lib/permissions.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/(accounts)/operations")({
  beforeLoad: requireAdministrator,
  loader: screenTexts("operations"),
  component: OperationsScreen,
});
