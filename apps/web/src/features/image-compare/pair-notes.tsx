import type { ComparePair } from "@nihol/contract/imagery/image-compare";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Images further apart in the year than this show other leaves. */
const otherSeasonDays = 45;

/** The basis of each pair of images: registration, recall of the detector, warnings. */
export function PairNotes({ pairs }: { pairs: readonly ComparePair[] }) {
  return (
    <ul className="grid gap-1.5 text-xs text-ink-2">
      {pairs.map((pair) => (
        <li key={`${pair.before.id}-${pair.after.id}`} className="grid gap-0.5">
          <PairNote pair={pair} showDates={pairs.length > 1} />
        </li>
      ))}
    </ul>
  );
}

function PairNote({ pair, showDates }: { pair: ComparePair; showDates: boolean }) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const { registration, recall, before, after, message } = pair;
  return (
    <>
      {showDates && (
        <span className="font-medium">
          {format.date(before.date)} – {format.date(after.date)}
        </span>
      )}
      {pair.status === "failed" && <Warning text={message?.detail ?? t("failed")} />}
      {registration && registration.method !== "none" && (
        <span>
          {t(`registered_${registration.method}`, {
            shift: format.number(Math.hypot(registration.east_m, registration.south_m), 1),
            error: errorText(registration, format),
          })}
          {recall &&
            ` ${t("recall", {
              before: format.share(recall.before, 0),
              after: format.share(recall.after, 0),
            })}`}
        </span>
      )}
      {registration?.method === "none" && <Warning text={t("registered_none")} />}
      {pair.season_days > otherSeasonDays && (
        <Warning text={t("other_season", { days: format.number(pair.season_days) })} />
      )}
      {before.model !== after.model && before.model && after.model && (
        <Warning text={t("other_model", { before: before.model, after: after.model })} />
      )}
    </>
  );
}

/** The error of the shift, as a range where it differs over the ground. */
function errorText(
  { error_m, error_span_m }: NonNullable<ComparePair["registration"]>,
  format: ReturnType<typeof useFormat>,
): string {
  const [low, high] = [error_span_m?.low ?? error_m, error_span_m?.high ?? error_m].map((error) =>
    format.number(Math.max(0.1, error), 1),
  );
  return low === high ? `${low}` : `${low} … ${high}`;
}

function Warning({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 rounded bg-watch-soft px-2 py-1 text-watch">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </span>
  );
}
