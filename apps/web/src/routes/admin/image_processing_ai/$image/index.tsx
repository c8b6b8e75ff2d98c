import { createFileRoute } from "@tanstack/react-router";
import { fragmentSearch } from "../../../../features/whole-images/fragments/fragment-search.ts";
import { ImagePage } from "../../../../features/whole-images/image-page.tsx";
import { readMapSearch } from "../../../../map/data/map-search.ts";

export const Route = createFileRoute("/admin/image_processing_ai/$image/")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...readMapSearch(search),
    ...fragmentSearch(search),
  }),
  component: Image,
});

function Image() {
  const { image } = Route.useParams();
  return <ImagePage key={image} id={image} search={Route.useSearch()} />;
}
