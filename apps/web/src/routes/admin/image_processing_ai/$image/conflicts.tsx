import { createFileRoute } from "@tanstack/react-router";
import { ConflictsPage } from "../../../../features/whole-images/conflicts/conflicts-page.tsx";
import type { ConflictSearch } from "../../../../features/whole-images/conflicts/conflicts-query.ts";
import { listSearch } from "../../../../lib/list/list-search.ts";

/** The contract's `conflictKinds`, held to them by type: route files are part of every first load. */
const kinds = ["found_again", "not_found", "other_green", "beside"] as const satisfies NonNullable<
  ConflictSearch["kind"]
>[];

export const Route = createFileRoute("/admin/image_processing_ai/$image/conflicts")({
  validateSearch: (search: Record<string, unknown>): ConflictSearch => {
    const { page, page_size } = listSearch()(search);
    return {
      page,
      page_size,
      kind: kinds.find((one) => one === search.kind),
      decided: String(search.decided) === "1" ? "1" : undefined,
    };
  },
  component: Conflicts,
});

function Conflicts() {
  return <ConflictsPage image={Route.useParams().image} search={Route.useSearch()} />;
}
