import type { Device } from "@nihol/contract/sensors/devices";
import { isVital } from "@nihol/contract/values/devices";
import { useFormat } from "../../lib/text/format.ts";
import { MarkedValue } from "../../parts/states/device-state.tsx";

/** Battery and signal of a device as it sent them last, with the age of the older one. */
export function Vitals({ device }: { device: Device }) {
  const format = useFormat();
  const sent = device.latest.filter(({ parameter, ts }) => isVital(parameter) && ts);
  const oldest = sent
    .map(({ ts }) => ts ?? "")
    .sort()
    .at(0);
  if (!oldest) return "–";
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {sent.map((latest) => (
          <MarkedValue key={latest.parameter} latest={latest} device={device} />
        ))}
      </span>
      <time dateTime={oldest} title={format.dateTime(oldest)} className="text-xs text-ink-3">
        {format.ago(oldest)}
      </time>
    </span>
  );
}
