import type { DevicePast } from "@nihol/contract/sensors/devices";
import { pastStates } from "@nihol/contract/values/devices";
import { isByTexture, type Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { segmentsOf, segmentsText } from "../../../lib/sensors/range-segments.ts";
import { devicePaths } from "./device-icons.ts";
import { shadeBounds, shadeRange } from "./past-data.ts";
import { colorOf, glyphColor, glyphs } from "./past-icons.ts";

type Props = { data: DevicePast; parameter: Parameter | undefined };

/** Explains colours: states, with the ranges of the parameter where one is shown, and shades of values without limits. */
export function PastKey({ data, parameter }: Props) {
  const { t } = useTranslation(["map", "monitoring"]);
  const parameters = useParameters();
  const number = (value: number) =>
    parameter === undefined ? "" : parameters.number(parameter, value);
  const segments = data.ranges ? segmentsOf(data.ranges) : [];
  const isThere = (letter: string) => data.devices.some(({ states }) => states.includes(letter));
  const rangeOf = (state: "good" | "watch" | "act") => segmentsText(segments, state, number);
  const range = parameter === undefined ? undefined : shadeRange(data.devices);
  const unit = parameter === undefined ? "" : parameters.unitAfter(parameter);
  return (
    <div className="grid gap-1 text-2xs text-ink-2">
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {(["good", "watch", "act"] as const)
          .filter((state) => segments.length > 0 || isThere(pastStates[state]))
          .map((state) => (
            <Entry key={state} letter={pastStates[state]}>
              {t(`monitoring:state_${state}`)}
              {rangeOf(state) && <span className="numeric">{rangeOf(state)}</span>}
            </Entry>
          ))}
        {(["faulty", "no_limits"] as const)
          .filter((state) => isThere(pastStates[state]) && !(state === "no_limits" && range))
          .map((state) => (
            <Entry key={state} letter={pastStates[state]}>
              {t(`monitoring:state_${state}`)}
            </Entry>
          ))}
        {range && <Shades range={range} number={number} />}
        <Entry letter={pastStates.none}>{t("past_none")}</Entry>
      </ul>
      {unit && <p>{t("past_unit", { unit })}</p>}
      {parameter !== undefined && isByTexture(parameter) && <p>{t("past_loam")}</p>}
    </div>
  );
}

type ShadesProps = { range: [number, number]; number: (value: number) => string };

function Shades({ range, number }: ShadesProps) {
  const bounds = shadeBounds(range);
  // All values are one where lowest and highest are the same.
  if (range[0] === range[1]) return <Entry letter="1">{number(range[0])}</Entry>;
  return bounds.slice(1).map((to, n) => (
    <Entry key={to} letter={String(n + 1)}>
      <span className="numeric">{`${number(bounds[n] ?? to)}–${number(to)}`}</span>
    </Entry>
  ));
}

function Entry({ letter, children }: { letter: string; children: ReactNode }) {
  const glyph = glyphs[letter];
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 22 22" className="size-3.5 shrink-0">
        <path
          d={devicePaths.air}
          fill={colorOf(letter) ?? "#ffffff"}
          stroke={colorOf(letter) ? "#2b2822" : "#8f8a7e"}
          strokeWidth={colorOf(letter) ? 1 : 2.5}
        />
        {glyph && <path d={glyph} stroke={glyphColor(letter)} strokeWidth="2.4" fill="none" />}
      </svg>
      {children}
    </li>
  );
}
