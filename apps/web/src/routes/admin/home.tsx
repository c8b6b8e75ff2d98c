import { createFileRoute } from "@tanstack/react-router";
import { HomeScreen } from "../../features/home/home-screen.tsx";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/home")({
  loader: screenTexts("home", "tasks", "violations", "notices", "monitoring"),
  component: HomeScreen,
});
