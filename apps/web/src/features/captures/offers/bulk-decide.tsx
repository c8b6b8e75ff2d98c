import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Selection } from "../../../lib/list/row-selection.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { BulkDialog } from "../../../parts/records/bulk-dialog.tsx";
import { BulkLeft } from "../../../parts/records/bulk-left.tsx";
import { useBulkRun } from "../../../parts/records/use-bulk-run.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { askDecision, type Decision, shownIn } from "./send-offer.ts";

type Props = {
  selection: Selection<OfferedCapture>;
  rowLabel: (offer: OfferedCapture) => string;
};

/** Accepts or rejects what is selected, each by itself; lists those that were refused with the reason. */
export function BulkDecide(props: Props) {
  const { t } = useTranslation("offers");
  const [asking, setAsking] = useState<Decision>();
  return (
    <>
      <Button size="sm" icon={<Check className="size-4" />} onClick={() => setAsking("accept")}>
        {t("accept")}
      </Button>
      <Button size="sm" icon={<X className="size-4" />} onClick={() => setAsking("reject")}>
        {t("reject")}
      </Button>
      {asking && <Question {...props} decision={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

type QuestionProps = Props & { decision: Decision; onClose: () => void };

function Question({ selection, rowLabel, decision, onClose }: QuestionProps) {
  const { t } = useTranslation("offers");
  const format = useFormat();
  // As it was when asked: rows leave the selection while they are decided.
  const [rows] = useState(() => [...selection.rows.values()]);
  const mine = rows.filter((row) => row.can[decision]);
  const { run, isBusy, share, result } = useBulkRun({
    rows: mine,
    change: ({ id }) => askDecision(id, decision),
    onDone: (done) => selection.drop(done.map((row) => String(row.id))),
    shownIn,
    said: (n) => t(`bulk_${decision}_done`, { n: format.number(n) }),
    onClose,
  });
  if (result)
    return (
      <BulkLeft
        title={t("bulk_left", {
          done: format.number(result.done.length),
          left: format.number(result.left.length),
        })}
        left={result.left}
        rowLabel={rowLabel}
        onClose={onClose}
      />
    );
  return (
    <BulkDialog
      title={t(`bulk_${decision}_title`, { n: format.number(mine.length) })}
      action={t(decision)}
      isBusy={isBusy}
      isDisabled={mine.length === 0}
      onRun={run}
      onClose={onClose}
    >
      <div className="grid gap-3 text-ink-2">
        <p>{t(`bulk_${decision}_text`)}</p>
        {mine.length < rows.length && (
          <p>{t("bulk_not_all", { n: format.number(rows.length - mine.length) })}</p>
        )}
        {isBusy && <Progress label={t(decision)} share={share} />}
      </div>
    </BulkDialog>
  );
}
