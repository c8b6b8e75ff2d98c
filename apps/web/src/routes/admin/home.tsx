import { createFileRoute } from "@tanstack/react-router";
import { HomeScreen } from "../../features/home/home-screen.tsx";
import type { HomeSearch } from "../../features/home/home-search.ts";
import { screenTexts } from "../../lib/text/i18n.ts";
import { readMapSearch } from "../../map/data/map-search.ts";

export const Route = createFileRoute("/admin/home")({
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...readMapSearch(search),
    view: search.view === "map" ? "map" : undefined,
  }),
  loader: screenTexts("home", "tasks", "violations", "notices", "monitoring"),
  component: () => <HomeScreen search={Route.useSearch()} />,
});
