import type { Device } from "@nihol/contract/sensors/devices";
import { isVital } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { StateBadge, ValueText } from "../../parts/states/device-state.tsx";
import { ReadingBadge } from "../../parts/states/reading-badge.tsx";
import { Badge } from "../../ui/badge.tsx";

/** Tells whether the device sends, and shows the newest value of each parameter with its state. */
export function LatestValues({ device }: { device: Device }) {
  const { t } = useTranslation(["devices", "monitoring"]);
  const format = useFormat();
  const parameters = useParameters();
  const { last_reading_at: last, faulty_parameters: faulty } = device;
  return (
    <section className="grid gap-3" aria-label={t("latest")}>
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <StateBadge state={device.state} />
        {last ? (
          <time dateTime={last} title={format.dateTime(last)}>
            {t("last_sent", { ago: format.ago(last) })}
          </time>
        ) : (
          t("monitoring:never_sent")
        )}
      </div>
      {faulty.length > 0 && (
        <p className="rounded-md bg-faulty-soft px-3 py-2 text-sm text-faulty">
          {t("faulty_note", {
            what: faulty.map(parameters.name).join(", "),
          })}
        </p>
      )}
      <ul className="grid divide-y divide-line border-y border-line">
        {device.latest.map((latest) => (
          <li key={latest.parameter} className="flex items-center gap-3 py-2 text-sm">
            <span className="grow text-ink-2">
              {parameters.name(latest.parameter)}
              {isVital(latest.parameter) && latest.ts && (
                <span className="block text-xs text-ink-3">{format.ago(latest.ts)}</span>
              )}
            </span>
            <ValueText latest={latest} />
            <span className="flex w-36 flex-wrap justify-end gap-1">
              <ReadingBadge state={latest.state} />
              {latest.suspect && (
                <Badge tone="watch" shape="waiting">
                  {t("monitoring:suspect")}
                </Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
