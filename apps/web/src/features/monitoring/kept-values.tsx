import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { GitCompareArrows, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Line } from "./chart/lines.ts";

type Props = { lines: readonly Line[]; series: readonly ReadingSeries[] };

const max = 20;

/** Values that are kept and in no line: impossible ones, and those of a moment that held another one. */
export function KeptValues(props: Props) {
  return (
    <>
      <KeptList {...props} kind="faulty" />
      <KeptList {...props} kind="conflict" />
    </>
  );
}

const looks = {
  faulty: { room: "bg-faulty-soft", ink: "text-faulty", Symbol: X },
  conflict: { room: "bg-watch-soft", ink: "text-watch", Symbol: GitCompareArrows },
} as const;

function KeptList({ lines, series, kind }: Props & { kind: keyof typeof looks }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const { room, ink, Symbol: Sign } = looks[kind];
  const isFaulty = kind === "faulty";
  const countOf = (one: ReadingSeries) => (isFaulty ? one.faulty_count : one.conflict_count);
  const count = series.reduce((sum, one) => sum + countOf(one), 0);
  if (count === 0) return null;
  const newest = series
    .flatMap(({ faulty, conflicts }, line) =>
      (isFaulty ? faulty : conflicts).map((one) => ({ ...one, line: lines[line] })),
    )
    .sort((a, b) => b.ts.localeCompare(a.ts))
    .slice(0, max);
  return (
    <details className={cx("rounded-md px-3 py-2 text-sm", room)}>
      <summary className={cx("cursor-pointer font-medium", ink)}>
        <Sign aria-hidden className="me-1 inline size-4" strokeWidth={3} />
        {t(`${kind}_title`, { n: format.number(count) })}
      </summary>
      <p className="max-w-2xl py-1.5 text-ink-2">{t(`${kind}_text`)}</p>
      <ul className="grid gap-0.5">
        {newest.map(({ ts, value, line }) => (
          <li key={`${line?.name} ${ts} ${value}`} className="numeric flex flex-wrap gap-x-3">
            <time dateTime={ts}>{format.dateTime(ts)}</time>
            <span className={cx("font-medium", ink)}>
              {format.number(value, 3)} {line && parameters.unit(line.parameter)}
            </span>
            {lines.length > 1 && <span className="text-ink-2">{line?.name}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
