import { createFileRoute } from "@tanstack/react-router";
import { CompareScreen } from "../../features/image-compare/compare-screen.tsx";
import { compareSearch } from "../../features/image-compare/compare-search.ts";
import { requirePermission } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/image_compare")({
  validateSearch: compareSearch,
  beforeLoad: requirePermission("wholeimage.view"),
  loader: screenTexts("compare", "map"),
  component: () => <CompareScreen search={Route.useSearch()} />,
});
