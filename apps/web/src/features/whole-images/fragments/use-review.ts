import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Page } from "@nihol/contract/paging";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch } from "../../../lib/api/api.ts";
import { oneQuery } from "../../../lib/list/use-list.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { fragmentPath } from "./fragment-list.ts";

/**
 * Accepts or rejects a fragment. Lists that hold it are mended, not fetched: with the filter "new"
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
      const saved = await patch<Fragment>(`${path}/${fragment.n}`, { review: next });
      client.setQueryData(oneQuery<Fragment>(path, fragment.n).queryKey, saved);
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
