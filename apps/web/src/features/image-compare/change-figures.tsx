import type { ChangeTotals } from "@nihol/contract/imagery/image-compare";
import { type TreeChange, unseenReasons } from "@nihol/contract/values/imagery/image-compare";
import { Eye, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { PlotsLink, useDrawnCountText } from "../../parts/counts/count-ground.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ChangeSign } from "./change-sign.tsx";

type Props = {
  totals: ChangeTotals;
  hidden: ReadonlySet<TreeChange>;
  onHide: (state: TreeChange, hide: boolean) => void;
};

const order = ["planted", "lost", "kept", "not_visible"] as const satisfies readonly TreeChange[];

/** The change records in sum: count with its range, crowns, and what is unsure. */
export function ChangeFigures({ totals, hidden, onHide }: Props) {
  const { t } = useTranslation(["compare", "app"]);
  const format = useFormat();
  const rangeText = useRangeText();
  return (
    <div className="grid gap-2">
      <table className="w-full text-sm">
        <caption className="sr-only">{t("result")}</caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t("state")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("trees_range")}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-medium">
              {t("crowns_ha")}
            </th>
            <th scope="col" className="w-9">
              <span className="sr-only">{t("on_map")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map((state) => (
            <tr key={state} className="border-t border-line" data-state={state}>
              <th scope="row" className="py-1 text-start font-medium">
                <span className="flex items-center gap-2">
                  <ChangeSign state={state} />
                  {t(`state_${state}`)}
                </span>
              </th>
              <td className="numeric py-1 text-end">
                <span className="text-base font-semibold" data-count>
                  {rangeText(totals, state)}
                </span>
                {totals[state].unsure > 0 && (
                  <span className="block text-2xs text-ink-3">
                    {t("unsure_count", { number: format.number(totals[state].unsure) })}
                  </span>
                )}
              </td>
              <td className="numeric py-1 ps-3 text-end text-ink-2">
                {format.hectares(totals[state].area_m2)}
              </td>
              <td className="py-0.5 ps-1">
                <IconButton
                  label={t(hidden.has(state) ? "show_on_map" : "hide_on_map", {
                    state: t(`state_${state}`),
                  })}
                  aria-pressed={!hidden.has(state)}
                  onClick={() => onHide(state, !hidden.has(state))}
                >
                  {hidden.has(state) ? <EyeOff /> : <Eye />}
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-xs text-ink-3">{t("range_about")}</p>
      <PlotsLink image={totals.unfamiliar_image} isFirst={totals.kept.withheld} />
      <FoundTrees totals={totals} />
      <Growth totals={totals} />
      <Reasons totals={totals} />
    </div>
  );
}

/** Trees that the other image does not show were counted, not estimated: they have no range. */
function useRangeText(): (totals: ChangeTotals, state: TreeChange) => string {
  const format = useFormat();
  const countText = useDrawnCountText();
  return (totals, state) => {
    const { count, high } = totals[state];
    if (state === "not_visible" || (count === 0 && high === 0)) return format.number(count);
    return countText(totals[state]);
  };
}

/** Explains how the figures follow from what each image found: kept trees may be more than either image has. */
function FoundTrees({ totals }: { totals: ChangeTotals }) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const { found_in_both: both, found_before, found_after } = totals;
  return (
    <ul className="numeric grid gap-0.5 text-xs text-ink-2">
      {[
        { key: "found_before", found: found_before },
        { key: "found_after", found: found_after },
      ].map(({ key, found }) => (
        <li key={key}>
          {t(key, {
            total: format.number(found.total),
            both: format.number(both),
            kept: format.number(found.kept),
            changed: format.number(found.changed),
            not_visible: format.number(found.not_visible),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Growth of the crowns that both images show. */
function Growth({ totals }: { totals: ChangeTotals }) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const { kept_before_m2: before, kept_after_m2: after } = totals;
  if (before === 0) return null;
  return (
    <p className="numeric text-xs text-ink-2">
      {t("growth", {
        number: format.number(totals.found_in_both),
        before: format.hectares(before),
        after: format.hectares(after),
        share: `${after >= before ? "+" : "−"}${format.share(Math.abs(after / before - 1), 0)}`,
      })}
    </p>
  );
}

function Reasons({ totals }: { totals: ChangeTotals }) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const given = unseenReasons.filter((reason) => (totals.reasons[reason] ?? 0) > 0);
  if (given.length === 0) return null;
  return (
    <p className="text-xs text-ink-2">
      {t("not_visible_why")}{" "}
      {given
        .map((reason) => `${t(`reason_${reason}`)} – ${format.number(totals.reasons[reason] ?? 0)}`)
        .join("; ")}
      .
    </p>
  );
}
