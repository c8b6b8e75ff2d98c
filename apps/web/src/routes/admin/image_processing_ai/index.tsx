import { createFileRoute } from "@tanstack/react-router";
import { useOwnUploads } from "../../../features/uploads/sending/upload-store.ts";
import { ImagesScreen } from "../../../features/whole-images/images-screen.tsx";
import { listSearch } from "../../../lib/list/list-search.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";
import { ImagesFrame } from "../../../parts/images/images-frame.tsx";

export const Route = createFileRoute("/admin/image_processing_ai/")({
  validateSearch: listSearch(["garden", "region", "district", "from", "to", "shows", "opinion"]),
  loader: screenTexts("imagery", "map"),
  component: Published,
});

function Published() {
  return (
    <ImagesFrame tab="images" uploads={useOwnUploads().length}>
      <ImagesScreen search={Route.useSearch()} />
    </ImagesFrame>
  );
}
