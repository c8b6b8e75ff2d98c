import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import type { Line } from "./chart/lines.ts";

type Props = { lines: readonly Line[]; series: readonly ReadingSeries[] };

/** Says since when the devices of a chart stand where they stand: earlier points were measured elsewhere. */
export function MovesNote({ lines, series }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const moves = series.flatMap(({ moved_on: days }, line) =>
    days.map((day) => ({ day, name: lines[line]?.device.name ?? "" })),
  );
  if (moves.length === 0) return null;
  return (
    <ul className="text-sm text-ink-2">
      {moves.map(({ day, name }) => (
        <li key={`${name} ${day}`}>{t("moved_note", { name, date: format.date(day) })}</li>
      ))}
    </ul>
  );
}
