import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import { ListChecks } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";

type Props = {
  queue: CheckQueue;
  /** The fragment that is shown: what a look at it is worth. */
  shown?: { whole_image: number; n: number };
  onNext: (() => void) | undefined;
};

/** Part of the count that people have checked, how wide its range still is, and the way to the next fragment. */
export function CheckProgress({ queue, shown, onNext }: Props) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { fragments, checked, trees } = queue;
  const here =
    shown && queue.next.find((one) => one.whole_image === shown.whole_image && one.n === shown.n);
  return (
    <section aria-label={t("checked_share")} className="grid gap-2">
      <Progress
        label={t("checked_share")}
        share={fragments > 0 ? checked / fragments : null}
        note={t("place_of", { n: format.number(checked), count: format.number(fragments) })}
      />
      <p className="numeric text-sm text-ink-2">
        {trees.low === null || trees.high === null
          ? t("range_none")
          : t("range_now", { low: format.number(trees.low), high: format.number(trees.high) })}
      </p>
      {here?.gain != null && here.gain >= 0.5 && (
        <p className="numeric text-sm text-ink-3">
          {t("look_gains", { n: format.number(Math.round(here.gain)) })}
        </p>
      )}
      {onNext ? (
        <Button icon={<ListChecks className="size-4" />} aria-keyshortcuts="q" onClick={onNext}>
          {t("next_to_check")}
        </Button>
      ) : (
        fragments > 0 &&
        checked === fragments && <p className="text-sm text-good">{t("all_checked")}</p>
      )}
    </section>
  );
}
