import type { ChangeTotals, CompareStep } from "@nihol/contract/imagery/image-compare";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { useDrawnCountText } from "../../parts/counts/count-ground.tsx";

const height = 64;
const step = 76;
const top = 16;

type Done = { label: string; totals: ChangeTotals };

/** Planted above the line, lost below it, year by year, with their ranges; the same as a table. */
export function ChangeSteps({ steps }: { steps: readonly CompareStep[] }) {
  const { t } = useTranslation("compare");
  const countText = useDrawnCountText();
  const done = steps.flatMap(({ from, to, totals }): Done[] =>
    totals ? [{ label: `${from} – ${to}`, totals }] : [],
  );
  if (done.length === 0) return null;
  const max = Math.max(
    1,
    ...done.flatMap(({ totals: { planted, lost } }) => [endsOf(planted).high, endsOf(lost).high]),
  );
  const middle = top + height;
  const scale = height / max;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-sm font-semibold">{t("by_years")}</figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${Math.max(3, done.length) * step} ${2 * middle + 16}`}
        className="max-h-52 w-full"
      >
        {done.map(({ label, totals }, i) => (
          <g key={label} transform={`translate(${i * step})`}>
            <Bar x={18} middle={middle} scale={scale} figure={totals.planted} up />
            <Bar x={40} middle={middle} scale={scale} figure={totals.lost} />
            <text
              x={step / 2}
              y={2 * middle + 12}
              textAnchor="middle"
              fontSize="10"
              className="numeric fill-ink-2"
            >
              {label}
            </text>
          </g>
        ))}
        <line
          x1="0"
          x2={Math.max(3, done.length) * step}
          y1={middle}
          y2={middle}
          className="stroke-line-strong"
        />
      </svg>
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t("years")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("state_planted")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("state_lost")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("state_kept")}
            </th>
          </tr>
        </thead>
        <tbody className="numeric">
          {done.map(({ label, totals }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-medium">
                {label}
              </th>
              {([totals.planted, totals.lost, totals.kept] as const).map((one, i) => (
                <td key={["planted", "lost", "kept"][i]} className="py-1 ps-2 text-end">
                  {countText(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

type BarProps = {
  x: number;
  middle: number;
  scale: number;
  figure: ChangeTotals["planted"];
  up?: boolean;
};

/** The ends of a range; where there is none, the number itself, and nothing where that says nothing. */
function endsOf({ count, low, high, withheld }: ChangeTotals["planted"]) {
  const number = withheld ? 0 : count;
  return { low: low ?? number, high: high ?? number };
}

/** A bar from the middle line, with a whisker from its lowest to its highest. */
function Bar({ x, middle, scale, figure, up = false }: BarProps) {
  const format = useFormat();
  const side = up ? -1 : 1;
  const at = (count: number) => middle + side * count * scale;
  if (figure.withheld) return null;
  const { low, high } = endsOf(figure);
  const end = at(figure.count);
  return (
    <g>
      <rect
        x={x}
        y={Math.min(middle, end)}
        width="18"
        height={Math.abs(end - middle)}
        rx="1.5"
        className={up ? "fill-tree-planted" : "fill-tree-lost"}
      />
      <path
        d={`M${x + 9} ${at(low)}V${at(high)}M${x + 5} ${at(low)}h8M${x + 5} ${at(high)}h8`}
        className="stroke-ink"
        strokeWidth="1.2"
      />
      <text
        x={x + 9}
        y={up ? at(high) - 4 : at(high) + 11}
        textAnchor="middle"
        fontSize="10"
        className="numeric fill-ink"
      >
        {format.number(figure.count)}
      </text>
    </g>
  );
}
