import type { Statistics } from "@nihol/contract/statistics";
import { useTranslation } from "react-i18next";
import { compareNames } from "../../lib/collate.ts";
import { useFormat } from "../../lib/format.ts";

type Row = Statistics["by_territory"][number];

type Props = {
  rows: readonly Row[];
  /** The region whose districts these are. */
  region: number | undefined;
  onChoose: (next: { region?: number; district?: number }) => void;
};

/** The parts of what is chosen, by name: the way there for those who do not press a map. */
export function TerritoryList({ rows, region, onChoose }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  if (rows.length === 0) return null;
  const compare = compareNames(format.language);
  const sorted = [...rows].sort((a, b) => compare(nameOf(a), nameOf(b)));
  const isDistricts = rows[0]?.kind === "district";

  function nameOf(row: Row): string {
    return format.name(row.name) ?? "";
  }

  return (
    <section className="grid gap-1">
      <table className="w-full text-sm">
        <caption className="pb-1 text-left text-sm font-semibold">
          {isDistricts ? t("by_district") : t("by_region")}
        </caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              {isDistricts ? t("district") : t("region")}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {t("trees")}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {t("gardens")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={`${row.kind}-${row.id}`} className="border-t border-line">
              <th scope="row" className="text-left font-normal">
                <button
                  type="button"
                  onClick={() =>
                    onChoose(
                      row.kind === "region" ? { region: row.id } : { region, district: row.id },
                    )
                  }
                  className="min-h-9 w-full rounded text-left font-medium hover:text-accent pointer-coarse:min-h-10"
                >
                  {nameOf(row)}
                </button>
              </th>
              <td className="numeric pl-3 text-right">{format.number(row.tree_count || null)}</td>
              <td className="numeric pl-3 text-right">{format.number(row.garden_count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
