import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Page } from "@nihol/contract/paging";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { fragmentPath, fragmentQuery } from "../layers/fragment-query.ts";

/**
 * Accepts or rejects a fragment. Lists that hold it are updated in place, not fetched: with the filter "new"
 * the fragment would vanish from under the keys J and K.
 */
export function useReview(fragment: Fragment | undefined) {
  const { t } = useTranslation("imagery");
  const client = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function review(next: "accepted" | "rejected") {
    if (!fragment?.can.change || busy || fragment.review === next) return;
    setBusy(true);
    const path = fragmentPath(fragment.whole_image);
    try {
      const saved = await ask("PATCH /whole-image/:id/fragment/:n", {
        params: { id: fragment.whole_image, n: fragment.n },
        body: { review: next },
      });
      client.setQueryData(fragmentQuery(fragment.whole_image, fragment.n).queryKey, saved);
      client.setQueriesData<Page<Fragment>>(
        { queryKey: [path, "list"] },
        (list) =>
          list && {
            ...list,
            results: list.results.map((one) => (one.n === saved.n ? saved : one)),
          },
      );
      toast.success(t(`said_${next}`));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, review };
}
