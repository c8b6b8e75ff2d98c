import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { type TableRow, tableRows } from "@nihol/contract/values/sensors/series-rows";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import type { Line } from "./lines.ts";
import { stepTime } from "./readout.tsx";

type Props = {
  lines: readonly Line[];
  series: readonly ReadingSeries[];
  /** Name of what is shown. */
  title: string;
  /** Milliseconds. */
  end: number;
};

const batch = 100;

/** All that the chart draws, to be read: values, faulty values and stretches without any. */
export function SeriesTable({ lines, series, title, end }: Props) {
  const { t } = useTranslation("monitoring");
  const parameters = useParameters();
  const [shown, setShown] = useState(batch);
  const rows = useMemo(() => tableRows(series, end), [series, end]);
  const step = series[0]?.step;
  const label = t("table_label", { parameter: title });
  return (
    <div className="grid gap-3">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        className="max-h-[32rem] overflow-auto rounded-md border border-line print:max-h-none"
      >
        <table aria-label={label} className="w-full border-collapse text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-ink-2">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {t(step === "day" ? "day" : "time")}
              </th>
              {lines.map(({ device, parameter, name }) => (
                <th
                  key={`${device.id} ${parameter}`}
                  scope="col"
                  className="px-3 py-2 text-end font-medium"
                >
                  {name}
                  <span className="ms-1 font-normal text-ink-3">{parameters.unit(parameter)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <Row
                key={`${row.kind} ${row.ts} ${"line" in row ? row.line : ""}`}
                {...{ row, step, lines }}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <Button size="sm" className="justify-self-center" onClick={() => setShown(shown + batch)}>
          {t("show_more", { n: Math.min(batch, rows.length - shown) })}
        </Button>
      )}
    </div>
  );
}

type RowProps = {
  row: TableRow;
  step: ReadingSeries["step"] | undefined;
  lines: readonly Line[];
};

function Row({ row, step, lines }: RowProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const cells = lines.map(({ device, parameter }, line) => {
    const key = `${device.id} ${parameter}`;
    const number = (value: number) => parameters.number(parameter, value);
    if (row.kind === "values") return { key, text: pointText(row.cells[line], step, number) };
    if (row.line !== line) return { key, text: "" };
    const text =
      row.kind === "faulty"
        ? t("faulty_row", { value: number(row.value) })
        : t("gap_row", { to: stepTime(row.to, step, format) });
    return { key, text };
  });
  const tone = { values: "", faulty: "text-faulty", gap: "text-ink-3 italic" }[row.kind];
  return (
    <tr className="border-t border-line first:border-t-0" data-kind={row.kind}>
      <th scope="row" className="numeric px-3 py-1.5 text-start font-normal whitespace-nowrap">
        {stepTime(row.ts, row.kind === "faulty" ? "raw" : step, format)}
      </th>
      {cells.map(({ key, text }) => (
        <td key={key} className={`numeric px-3 py-1.5 text-end ${tone}`}>
          {text}
        </td>
      ))}
    </tr>
  );
}

/** "512", or with its lowest and highest when it is a mean. */
function pointText(
  point: Extract<TableRow, { kind: "values" }>["cells"][number],
  step: ReadingSeries["step"] | undefined,
  number: (value: number) => string,
): string {
  if (!point) return "";
  const span =
    step === "raw" || point.min === point.max ? "" : ` (${number(point.min)}–${number(point.max)})`;
  return number(point.value) + span;
}
