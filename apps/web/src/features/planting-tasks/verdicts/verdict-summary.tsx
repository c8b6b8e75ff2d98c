import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import { rowsGsdM } from "@nihol/contract/values/planting/verdicts";
import { givenByText } from "@nihol/locales/coverage-text";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../../lib/text/format.ts";
import { useCoverageWords } from "../../../parts/counts/coverage-line.tsx";
import { RangeText } from "../../../parts/counts/estimated-range.tsx";
import { textLink } from "../../../ui/button.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

/** Never 0 % or 100 %: nothing is that sure. */
function chanceText(chance: number, format: Format): string {
  if (chance < 0.01) return `< ${format.share(0.01, 0)}`;
  return chance > 0.99 ? `> ${format.share(0.99, 0)}` : format.share(chance, 0);
}

/** Sums up the verdict that counts, whether it is proposed or decided, and how many trees stand of those reported. */
export function VerdictSummary({ verdict }: { verdict: PlantingVerdictDetail }) {
  const { t } = useTranslation(["verdicts", "coverage"]);
  const format = useFormat();
  const { standing, reported, proposal } = verdict;
  const number = (value: number) => format.number(value, 0);
  const given = givenByText(verdict, useCoverageWords());
  const isOpen =
    verdict.state !== "decided" && ["too_early", "unclear"].includes(verdict.proposed ?? "");
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <VerdictBadge verdict={verdict.verdict} />
        <span className="text-ink-2">{t(`state_${verdict.state}`)}</span>
        {verdict.decided && verdict.proposed !== verdict.decided && (
          <span className="flex items-center gap-1.5 text-ink-3">
            {t("proposed")} <VerdictBadge verdict={verdict.proposed} />
          </span>
        )}
      </div>
      <Notes verdict={verdict} />
      <Stats>
        <Stat
          label={t("reported")}
          value={number(reported)}
          note={verdict.planted_on && t("planted_until", { date: format.date(verdict.planted_on) })}
        />
        <Stat
          label={t("standing")}
          value={standing ? number(standing.value) : "–"}
          note={standing ? <RangeText range={standing} write={number} /> : t("standing_unknown")}
        />
        {proposal && standing && (
          <Stat
            label={t("chance")}
            value={chanceText(proposal.chance, format)}
            note={t("chance_note")}
          />
        )}
        {proposal?.next_look && (
          <Stat
            label={t("next_look")}
            value={format.date(proposal.next_look.on)}
            note={t("next_look_note", {
              earliest: format.date(proposal.next_look.earliest),
              latest: format.date(proposal.next_look.latest),
              smallest: format.number(proposal.next_look.smallest_crown_m, 1),
            })}
          />
        )}
      </Stats>
      {given && <p className="text-sm text-watch">{given}</p>}
      {standing && <p className="text-xs text-ink-3">{t("coverage:ranges_note")}</p>}
      {isOpen && (
        <p className="text-sm text-ink-2">{t("tells_now", { gsd: format.number(rowsGsdM, 1) })}</p>
      )}
    </div>
  );
}

/** Says that new evidence has come, or that the proposal has changed since the decision; links the cases that were opened. */
function Notes({ verdict }: { verdict: PlantingVerdictDetail }) {
  const { t } = useTranslation("verdicts");
  const { stale, differs, cases } = verdict;
  if (!stale && !differs && cases.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {stale && <p>{t("stale")}</p>}
      {differs && <p>{t("differs")}</p>}
      {cases.map(({ id, number }) => (
        <Link
          key={id}
          to="/admin/violation"
          search={{ open: String(id) }}
          className={`w-fit ${textLink}`}
        >
          {t("case", { number })}
        </Link>
      ))}
    </div>
  );
}
