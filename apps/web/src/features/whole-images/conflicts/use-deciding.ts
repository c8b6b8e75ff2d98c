import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import { paths } from "@nihol/contract/values/paths";
import type { ConflictDecision } from "@nihol/contract/values/trees";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";

/** Tells whether this person may let that side stand. */
export const mayDecide = ({ can }: TreeConflict, decision: ConflictDecision) =>
  decision === "kept" ? can.keep : can.take;

/** Lets people's word stand, or the run's; the counts follow wherever trees are counted. */
export function useDeciding(image: string) {
  const { t } = useTranslation("conflicts");
  const format = useFormat();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function decide(conflicts: readonly TreeConflict[], decision: ConflictDecision) {
    const ids = conflicts.filter((one) => mayDecide(one, decision)).map(({ id }) => id);
    if (ids.length === 0 || busy) return;
    setBusy(true);
    try {
      const { decided, passed_over } = await ask("POST /whole-image/:id/conflict/decide", {
        params: { id: image },
        body: { ids, decision },
      });
      toast.success(t(`said_${decision}`, { n: format.number(decided) }));
      if (passed_over > 0) toast(t("passed_over", { n: format.number(passed_over) }));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      const shown = [paths.wholeImage, paths.plantTreeDetail, paths.statistics, paths.garden];
      await Promise.all(shown.map((path) => client.invalidateQueries({ queryKey: [path] })));
      setBusy(false);
    }
  }
  return { busy, decide };
}
