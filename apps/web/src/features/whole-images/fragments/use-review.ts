import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Page } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { fragmentPath, fragmentQuery } from "../layers/fragment-query.ts";

/**
 * Accepts or rejects a fragment, or takes that back. Lists that hold it are updated in place, not fetched: with the filter "new"
 * the fragment would vanish from under the keys J and K.
 */
export function useReview(fragment: Fragment | undefined) {
  const { t } = useTranslation("imagery");
  const client = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  /** "new" takes a review back. @returns whether it was saved, or was so already */
  async function review(next: "new" | "accepted" | "rejected"): Promise<boolean> {
    if (!fragment?.can.change || busy) return false;
    if (next === "accepted" ? fragment.checked : fragment.review === next) return true;
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
      // The range follows what was checked, here and wherever trees are counted.
      const follow = [[paths.wholeImage], [paths.statistics], [paths.garden]];
      await Promise.all(follow.map((queryKey) => client.invalidateQueries({ queryKey })));
      toast.success(t(`said_${next}`));
      return true;
    } catch (error) {
      toast.error(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, review };
}
