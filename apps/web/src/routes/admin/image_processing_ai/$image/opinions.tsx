import { createFileRoute } from "@tanstack/react-router";
import type { OpinionSearch } from "../../../../features/second-opinions/opinion-query.ts";
import { OpinionsPage } from "../../../../features/second-opinions/opinions-page.tsx";
import { listSearch } from "../../../../lib/list/list-search.ts";

export const Route = createFileRoute("/admin/image_processing_ai/$image/opinions")({
  validateSearch: (search: Record<string, unknown>): OpinionSearch => {
    const { page, page_size } = listSearch()(search);
    const opinion = Number(search.opinion);
    return {
      page,
      page_size,
      opinion: Number.isInteger(opinion) && opinion > 0 ? opinion : undefined,
    };
  },
  component: Opinions,
});

function Opinions() {
  return <OpinionsPage image={Route.useParams().image} search={Route.useSearch()} />;
}
