import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { CircleSlash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = { devices: readonly Device[]; series: readonly ReadingSeries[] };

/** Times of which a person said that the values are wrong, which the chart shows as bands. */
export function BadTimes({ devices, series }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const bad = series.flatMap(({ bad_intervals }, line) =>
    bad_intervals.map((one) => ({ ...one, device: devices[line] })),
  );
  if (bad.length === 0) return null;
  const count = series.reduce((sum, one) => sum + one.set_aside_count, 0);
  return (
    <details className="rounded-md bg-faulty-soft px-3 py-2 text-sm">
      <summary className="cursor-pointer font-medium text-faulty">
        <CircleSlash2 aria-hidden className="me-1 inline size-4" />
        {t("bad_title", { n: format.number(count) })}
      </summary>
      <p className="max-w-2xl py-1.5 text-ink-2">{t("bad_text")}</p>
      <ul className="grid gap-0.5">
        {bad.map(({ from, to, reason, device }) => (
          <li key={`${device?.id} ${from} ${to} ${reason}`} className="flex flex-wrap gap-x-3">
            <span className="numeric">
              {format.dateTime(from)} – {to ? format.dateTime(to) : t("bad_goes_on")}
            </span>
            <span className="font-medium text-faulty">{t(`bad_reason_${reason}`)}</span>
            {devices.length > 1 && <span className="text-ink-2">{device?.name}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
