import { createFileRoute } from "@tanstack/react-router";
import { AgreementScreen } from "../../../features/second-opinions/agreement-screen.tsx";
import { useOwnUploads } from "../../../features/uploads/sending/upload-store.ts";
import { listSearch } from "../../../lib/list/list-search.ts";
import { screenTexts } from "../../../lib/text/i18n.ts";
import { ImagesFrame } from "../../../parts/images/images-frame.tsx";

export const Route = createFileRoute("/admin/image_processing_ai/agreement")({
  validateSearch: listSearch(["by", "region", "district", "from", "to"]),
  loader: screenTexts("imagery", "opinions"),
  component: Agreement,
});

function Agreement() {
  return (
    <ImagesFrame tab="images" uploads={useOwnUploads().length}>
      <AgreementScreen search={Route.useSearch()} />
    </ImagesFrame>
  );
}
