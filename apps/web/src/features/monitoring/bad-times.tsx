import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { CircleHelp, CircleSlash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Line } from "./chart/lines.ts";

type Props = { lines: readonly Line[]; series: readonly ReadingSeries[] };

/** Times of which somebody said that the values are wrong, and those of which a rule asks: the chart shows them as bands. */
export function BadTimes({ lines, series }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const all = series.flatMap(({ bad_intervals }, line) =>
    bad_intervals.map((one) => ({ ...one, name: lines[line]?.name })),
  );
  const bad = all.filter(({ sets_aside }) => sets_aside);
  const suspect = all.filter(({ sets_aside }) => !sets_aside);
  const count = series.reduce((sum, one) => sum + one.set_aside_count, 0);
  const isOne = lines.length === 1;
  return (
    <>
      {bad.length > 0 && (
        <Times
          tone="faulty"
          title={t("bad_title", { n: format.number(count) })}
          text={t("bad_text")}
          {...{ rows: bad, isOne }}
        />
      )}
      {suspect.length > 0 && (
        <Times
          tone="watch"
          title={t("suspect_title", { n: format.number(suspect.length) })}
          text={t("suspect_text")}
          {...{ rows: suspect, isOne }}
        />
      )}
    </>
  );
}

const tones = {
  faulty: { box: "bg-faulty-soft", ink: "text-faulty", icon: CircleSlash2 },
  watch: { box: "bg-watch-soft", ink: "text-watch", icon: CircleHelp },
};

type TimesProps = {
  tone: keyof typeof tones;
  title: string;
  text: string;
  rows: readonly (ReadingSeries["bad_intervals"][number] & { name: string | undefined })[];
  isOne: boolean;
};

function Times({ tone, title, text, rows, isOne }: TimesProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const { box, ink, icon: Icon } = tones[tone];
  // A single value is a moment.
  function spanText(from: string, to: string | null) {
    const [start, end] = [format.dateTime(from), to ? format.dateTime(to) : t("bad_goes_on")];
    return start === end ? start : `${start} – ${end}`;
  }
  return (
    <details className={cx("rounded-md px-3 py-2 text-sm", box)}>
      <summary className={cx("cursor-pointer font-medium", ink)}>
        <Icon aria-hidden className="me-1 inline size-4" />
        {title}
      </summary>
      <p className="max-w-2xl py-1.5 text-ink-2">{text}</p>
      <ul className="grid max-h-64 gap-0.5 overflow-y-auto">
        {rows.map(({ from, to, reason, name }) => (
          <li key={`${name} ${from} ${to} ${reason}`} className="flex flex-wrap gap-x-3">
            <span className="numeric">{spanText(from, to)}</span>
            <span className={cx("font-medium", ink)}>{t(`bad_reason_${reason}`)}</span>
            {!isOne && <span className="text-ink-2">{name}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
