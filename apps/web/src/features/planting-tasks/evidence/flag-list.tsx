import type { EvidenceFlag, PhotoDuplicate } from "@nihol/contract/values/planting/evidence-flags";
import { Info, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFlagText } from "../../../parts/planting/flag-text.ts";

type Props = {
  flags: readonly EvidenceFlag[];
  task: number;
  /** Shows both photos; left out where there are none. */
  onCompare?: (flag: PhotoDuplicate) => void;
};

/** Lists what does not fit together, each with its reason; a photo that is elsewhere too can be pressed. */
export function FlagList({ flags, task, onCompare }: Props) {
  const { t } = useTranslation("planting");
  const flagText = useFlagText(task);
  if (flags.length === 0) return null;
  return (
    <ul aria-label={t("flags")} className="grid gap-1 text-sm">
      {flags.map((flag) => (
        <li key={JSON.stringify(flag)} className="flex items-start gap-1.5">
          <Severity severity={flag.severity} />
          {flag.flag === "photo_duplicate" && flag.other?.image && onCompare ? (
            <button
              type="button"
              onClick={() => onCompare(flag)}
              className="rounded text-start text-accent-strong underline underline-offset-2 hover:no-underline"
            >
              {flagText(flag)}
            </button>
          ) : (
            <span className="inline-block first-letter:uppercase">{flagText(flag)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Severity({ severity }: Pick<EvidenceFlag, "severity">) {
  const { t } = useTranslation("planting");
  const isWarning = severity === "warning";
  const Icon = isWarning ? TriangleAlert : Info;
  return (
    <span className={cx("mt-0.5", isWarning ? "text-watch" : "text-ink-3")}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{t(isWarning ? "flag_warning" : "flag_note")}: </span>
    </span>
  );
}
