import type { GardenAnalytics } from "@nihol/contract/gardens";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../../lib/text/format.ts";

type Bin = GardenAnalytics["by_crown_m2"][number];

const height = 96;
const step = 48;

/** Histogram of trees by the size of their crowns. Drawn for the eye; the same as a table for the ear. */
export function CrownHistogram({ bins }: { bins: readonly Bin[] }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const max = Math.max(0, ...bins.map((bin) => bin.count));
  if (max === 0) return null;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-sm font-semibold">{t("crowns")}</figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${bins.length * step} ${height + 34}`}
        className="max-h-44 w-full"
      >
        {bins.map((bin, index) => (
          <Bar key={bin.from} bin={bin} x={index * step} share={bin.count / max} format={format} />
        ))}
        <line
          x1="0"
          x2={bins.length * step}
          y1={height + 14}
          y2={height + 14}
          className="stroke-line"
        />
      </svg>
      <table className="sr-only">
        <caption>{t("crowns")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("crown_m2")}</th>
            <th scope="col">{t("trees")}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{binLabel(bin, format)}</th>
              <td>{format.number(bin.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden className="text-center text-2xs text-ink-3">
        {t("crown_m2")}
      </p>
    </figure>
  );
}

function Bar({ bin, x, share, format }: { bin: Bin; x: number; share: number; format: Format }) {
  const tall = Math.max(bin.count > 0 ? 1.5 : 0, share * height);
  const middle = x + step / 2;
  return (
    <g>
      <rect
        x={x + 5}
        y={height + 14 - tall}
        width={step - 10}
        height={tall}
        rx="2"
        className="fill-tree-green"
      />
      <text
        x={middle}
        y={height + 9 - tall}
        textAnchor="middle"
        fontSize="9"
        className="numeric fill-ink-2"
      >
        {format.number(bin.count)}
      </text>
      <text
        x={middle}
        y={height + 27}
        textAnchor="middle"
        fontSize="9"
        className="numeric fill-ink-3"
      >
        {binLabel(bin, format)}
      </text>
    </g>
  );
}

function binLabel(bin: Bin, format: Format): string {
  return bin.to === null
    ? `≥ ${format.number(bin.from)}`
    : `${format.number(bin.from)}–${format.number(bin.to)}`;
}
