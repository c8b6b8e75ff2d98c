import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = {
  devices: readonly Device[];
  series: readonly ReadingSeries[];
  parameter: Parameter;
};

const max = 20;

/** Values that no device can measure: kept, marked, and in no line. Nothing when there are none. */
export function FaultyList({ devices, series, parameter }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const count = series.reduce((sum, one) => sum + one.faulty_count, 0);
  if (count === 0) return null;
  const newest = series
    .flatMap(({ faulty }, line) => faulty.map((one) => ({ ...one, device: devices[line] })))
    .sort((a, b) => b.ts.localeCompare(a.ts))
    .slice(0, max);
  return (
    <details className="rounded-md bg-faulty-soft px-3 py-2 text-sm">
      <summary className="cursor-pointer font-medium text-faulty">
        <X aria-hidden className="mr-1 inline size-4" strokeWidth={3} />
        {t("faulty_title", { n: format.number(count) })}
      </summary>
      <p className="max-w-2xl py-1.5 text-ink-2">{t("faulty_text")}</p>
      <ul className="grid gap-0.5">
        {newest.map(({ ts, value, device }) => (
          <li key={`${device?.id} ${ts}`} className="numeric flex flex-wrap gap-x-3">
            <time dateTime={ts}>{format.dateTime(ts)}</time>
            <span className="font-medium text-faulty">
              {format.number(value, 3)} {t(`unit_${parameter}`)}
            </span>
            {devices.length > 1 && <span className="text-ink-2">{device?.name}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
