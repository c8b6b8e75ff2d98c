import type { Statistics } from "@nihol/contract/statistics";
import { givenByText, seenText } from "@nihol/locales/coverage-text";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { compareNames } from "../../lib/text/collate.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useCoverageWords } from "../../parts/counts/coverage-line.tsx";

type Row = Statistics["by_territory"][number];
type Part = NonNullable<Statistics["outside"]>;

type Props = {
  rows: readonly Row[];
  /** Figures of the ground outside the country's regions. */
  outside: Part | null;
  /** The region whose districts these are. */
  region: number | undefined;
  /** The figures are of a chosen period. */
  inPeriod: boolean;
  onChoose: (next: { region?: number; district?: number }) => void;
};

/** The parts of what is chosen, by name: the way there for those who do not press a map. */
export function TerritoryList({ rows, outside, region, inPeriod, onChoose }: Props) {
  const { t } = useTranslation(["dashboard", "coverage"]);
  const format = useFormat();
  if (rows.length === 0 && !outside) return null;
  const compare = compareNames(format.language);
  const named = rows.filter((row) => row.id !== null);
  const sorted = [...named].sort((a, b) => compare(nameOf(a), nameOf(b)));
  const rest = rows.find((row) => row.id === null);
  const isDistricts = rows[0]?.kind === "district";
  const kind = isDistricts ? "district" : "region";
  const isUnseen = rows.some((row) => row.tree_count === null);

  function nameOf(row: Row): string {
    return format.name(row.name) ?? "";
  }

  function choose({ kind, id }: Row) {
    const own = id ?? undefined;
    onChoose(kind === "region" ? { region: own } : { region, district: own });
  }

  return (
    <section className="grid gap-1">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-sm font-semibold">
          {isDistricts ? t("by_district") : t("by_region")}
        </caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t(kind)}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-medium">
              {t("trees")}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-medium">
              {t("gardens")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Line key={`${row.kind}-${row.id}`} part={row} inPeriod={inPeriod}>
              <button
                type="button"
                onClick={() => choose(row)}
                className="min-h-6 w-full rounded text-start font-medium hover:text-accent pointer-coarse:min-h-11"
              >
                {nameOf(row)}
              </button>
            </Line>
          ))}
          {rest && (
            <Line part={rest} inPeriod={inPeriod}>
              {t(`coverage:none_${kind}`)}
            </Line>
          )}
        </tbody>
        {outside && (
          <tbody className="border-t-2 border-line-strong">
            <Line part={outside} inPeriod={inPeriod}>
              {t("coverage:outside")}
            </Line>
          </tbody>
        )}
      </table>
      {isUnseen && (
        <p className="text-xs text-ink-3">
          {t(inPeriod ? "coverage:footnote" : "coverage:footnote_yet")}
        </p>
      )}
      {outside && <p className="text-xs text-ink-3">{t("coverage:outside_note")}</p>}
    </section>
  );
}

/** A part with what of it was seen; a dash for trees where nothing was. */
function Line({
  part,
  inPeriod,
  children,
}: {
  part: Part;
  inPeriod: boolean;
  children: ReactNode;
}) {
  const format = useFormat();
  const words = useCoverageWords();
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1 text-start font-normal">
        {children}
        {part.coverage.images > 0 && (
          <span className="numeric block text-2xs text-ink-3">
            {[seenText(part.coverage, words, inPeriod), givenByText(part.coverage, words)]
              .filter(Boolean)
              .join("; ")}
          </span>
        )}
      </th>
      <td className="numeric ps-3 text-end">{format.number(part.tree_count)}</td>
      <td className="numeric ps-3 text-end">{format.number(part.garden_count)}</td>
    </tr>
  );
}
