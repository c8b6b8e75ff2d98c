import { createFileRoute } from "@tanstack/react-router";
import { GroundLines } from "../../../../features/grounds/ground-lines.tsx";
import { ImagePage } from "../../../../features/whole-images/image-page.tsx";
import { imageSearch } from "../../../../features/whole-images/image-search.ts";

export const Route = createFileRoute("/admin/image_processing_ai/$image/")({
  validateSearch: imageSearch,
  component: Image,
});

function Image() {
  const { image } = Route.useParams();
  return (
    <ImagePage
      key={image}
      id={image}
      search={Route.useSearch()}
      renderGround={(one) => <GroundLines image={one} />}
    />
  );
}
