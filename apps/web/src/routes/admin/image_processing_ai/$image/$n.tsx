import { createFileRoute } from "@tanstack/react-router";
import { viewerSearch } from "../../../../features/whole-images/fragments/fragment-search.ts";
import { FragmentViewer } from "../../../../features/whole-images/fragments/fragment-viewer.tsx";

export const Route = createFileRoute("/admin/image_processing_ai/$image/$n")({
  validateSearch: viewerSearch,
  component: Fragment,
});

function Fragment() {
  const { image, n } = Route.useParams();
  return <FragmentViewer image={image} n={Number(n)} search={Route.useSearch()} />;
}
