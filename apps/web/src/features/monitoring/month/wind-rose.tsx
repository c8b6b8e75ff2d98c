import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { shades } from "./shades.ts";
import { sectors, speedClasses, type WindRose } from "./wind.ts";

type Props = {
  rose: WindRose;
  /** Hours of the month that have passed. */
  passed: number;
  device: string;
};

/** Names of the sixteen sectors: texts of packages/locales, `wind_n` for north. */
export const sectorKeys = [
  ...(["n", "nne", "ne", "ene", "e", "ese", "se", "sse"] as const),
  ...(["s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"] as const),
] as const;

const radius = 100;

const kinds = speedClasses.map((low, kind) => ({ low, kind }));

/** Where and how strongly the wind blew in a month: a drawing, and the same as a table. */
export function WindRoseView({ rose, passed, device }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const { calm, undirected, hours, mean, speed } = rose;
  const share = (count: number) => format.share(hours > 0 ? count / hours : null, 1);
  const metres = (value: number) => `${format.number(value, 1)} ${t("wind_unit")}`;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-xs text-ink-2">
        {t("wind_hours", { n: format.number(hours), all: format.number(passed) })}{" "}
        {undirected > 0 && `${t("wind_undirected", { n: format.number(undirected) })} `}
        {t("wind_source")}
      </p>
      <Stats>
        <Stat
          label={t("wind_mean")}
          value={
            mean && mean.speed >= 0.05
              ? `${format.number(mean.from, 0)}° · ${metres(mean.speed)}`
              : "–"
          }
          note={t("wind_mean_note")}
        />
        <Stat label={t("wind_speed")} value={speed === null ? "–" : metres(speed)} />
        <Stat label={t("wind_calm")} value={share(calm)} note={t("wind_calm_note")} />
      </Stats>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <Drawing rose={rose} label={t("wind_label", { name: device })} />
        <ul className="grid gap-1 text-xs text-ink-2">
          {kinds.map(({ low, kind }) => (
            <li key={low} className="flex items-center gap-2">
              <span
                aria-hidden
                className="h-3 w-6 rounded-xs"
                style={{ backgroundColor: shades[kind + 1]?.fill }}
              />
              {className(kind, format.number)} {t("wind_unit")}
            </li>
          ))}
        </ul>
      </div>
      <RoseTable rose={rose} share={share} />
    </div>
  );
}

/** "1.6–3.4" of a class, "≥ 10.8" of the last. */
function className(kind: number, number: (value: number, digits: number) => string): string {
  const [low = 0, next] = speedClasses.slice(kind, kind + 2);
  return next === undefined ? `≥ ${number(low, 1)}` : `${number(low, 1)}–${number(next, 1)}`;
}

/** A piece of a ring about the middle: between two radii and two angles in degrees from north. */
function wedge(inner: number, outer: number, from: number, to: number): string {
  const at = (distance: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(distance * Math.sin(angle)).toFixed(2)} ${(-distance * Math.cos(angle)).toFixed(2)}`;
  };
  return `M ${at(inner, from)} L ${at(outer, from)} A ${outer} ${outer} 0 0 1 ${at(outer, to)} L ${at(inner, to)} A ${inner} ${inner} 0 0 0 ${at(inner, from)} Z`;
}

function Drawing({ rose, label }: { rose: WindRose; label: string }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const sums = rose.counts.map((row) => row.reduce((sum, one) => sum + one, 0));
  const highest = Math.max(1, ...sums);
  // The outer ring is the next whole five per cent.
  const top = Math.max(0.05, Math.ceil((highest / Math.max(1, rose.hours)) * 20) / 20);
  const lengthOf = (count: number) => (count / Math.max(1, rose.hours) / top) * radius;
  const step = 360 / sectors;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="-130 -130 260 260"
      className="w-full max-w-80 shrink-0 text-2xs"
    >
      {[0.5, 1].map((ring) => (
        <g key={ring}>
          <circle r={radius * ring} className="fill-none stroke-line-strong" />
          <text x="3" y={-radius * ring - 2} className="numeric fill-ink-3">
            {format.share(top * ring, 1)}
          </text>
        </g>
      ))}
      {rose.counts.map((row, sector) => {
        let inner = 0;
        return row.map((count, kind) => {
          const from = inner;
          inner += lengthOf(count);
          if (count === 0) return null;
          const key = `${sectorKeys[sector]} ${kind}`;
          return (
            <path
              key={key}
              d={wedge(from, inner, (sector - 0.42) * step, (sector + 0.42) * step)}
              fill={shades[kind + 1]?.fill}
              className="stroke-surface"
              strokeWidth="0.5"
            />
          );
        });
      })}
      {[0, 4, 8, 12].map((sector) => {
        const angle = (sector * step * Math.PI) / 180;
        return (
          <text
            key={sector}
            x={118 * Math.sin(angle)}
            y={-118 * Math.cos(angle) + 4}
            textAnchor="middle"
            className="fill-ink text-xs font-medium"
          >
            {t(`wind_${sectorKeys[sector] ?? "n"}`)}
          </text>
        );
      })}
    </svg>
  );
}

function RoseTable({ rose, share }: { rose: WindRose; share: (count: number) => string }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      aria-label={t("wind_table")}
      className="overflow-x-auto rounded-md border border-line print:overflow-visible"
    >
      <table aria-label={t("wind_table")} className="numeric w-full min-w-120 text-xs">
        <thead className="bg-sunken text-ink-2">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-start font-medium">
              {t("wind_from")}
            </th>
            {kinds.map(({ low, kind }) => (
              <th key={low} scope="col" className="px-2 py-1.5 text-end font-medium">
                {className(kind, format.number)} {t("wind_unit")}
              </th>
            ))}
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              {t("wind_all")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rose.counts.map((row, sector) => (
            <tr key={sectorKeys[sector]} className="border-t border-line">
              <th scope="row" className="px-2 py-1 text-start font-normal">
                {t(`wind_${sectorKeys[sector] ?? "n"}`)}
              </th>
              {kinds.map(({ low, kind }) => (
                <td key={low} className="px-2 py-1 text-end">
                  {share(row[kind] ?? 0)}
                </td>
              ))}
              <td className="px-2 py-1 text-end">
                {share(row.reduce((sum, one) => sum + one, 0))}
              </td>
            </tr>
          ))}
          <tr className="border-t border-line">
            <th scope="row" className="px-2 py-1 text-start font-normal">
              {t("wind_calm")}
            </th>
            {kinds.map(({ low }) => (
              <td key={low} />
            ))}
            <td className="px-2 py-1 text-end">{share(rose.calm)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
