import { createFileRoute } from "@tanstack/react-router";
import { ImagesScreen } from "../../../features/whole-images/images-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";

export const Route = createFileRoute("/admin/image_processing_ai/")({
  validateSearch: listSearch(["garden", "region", "district", "from", "to", "shows"]),
  component: () => <ImagesScreen search={Route.useSearch()} />,
});
