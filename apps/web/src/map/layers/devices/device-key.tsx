import { type DeviceCondition, deviceTypes } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { asksToAct, deviceColors, devicePaths, faultColor, isQuiet } from "./device-icons.ts";
import type { DeviceRow } from "./device-row.tsx";

/** The appearances that differ from a full sign: a word for each, and the conditions that look so. */
const appearances = [
  {
    word: "silent",
    isOf: (condition: DeviceCondition) => isQuiet(condition) && condition !== "retired",
  },
  { word: "attention", isOf: asksToAct },
  { word: "retired", isOf: (condition: DeviceCondition) => condition === "retired" },
] as const;

/** The signs of the devices that are on the map: their types, and the states in which they look otherwise. */
export function DeviceKey({ rows }: { rows: readonly DeviceRow[] }) {
  const { t } = useTranslation("map");
  const shown = deviceTypes.filter((type) => rows.some((one) => one.type === type));
  // Takes a type that is there, so that the sign is one that the map shows.
  const [type = "air"] = shown;
  // The meaning of colours then stands beside the slider.
  const isPast = rows.some((one) => "past" in one);
  return (
    <ul className="flex flex-wrap gap-x-3">
      {shown.map((one) => (
        <li key={one} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 22 22" className="size-3">
            <path d={devicePaths[one]} fill={isPast ? "#8f8a7e" : deviceColors[one]} />
          </svg>
          {t(`device_${one}`)}
        </li>
      ))}
      {(isPast ? [] : appearances)
        .filter(({ isOf }) => rows.some((one) => isOf(one.condition)))
        .map(({ word }) => (
          <li key={word} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 22 22" className="size-3.5">
              <path
                d={devicePaths[type]}
                fill={word === "attention" ? deviceColors[type] : "#fff"}
                stroke={deviceColors[type]}
                strokeWidth="2"
              />
              {word === "attention" && (
                <>
                  <circle cx="16.5" cy="5.5" r="5" fill={faultColor} />
                  <path d="M16.5 2.8v3.2M16.5 7.4v1.2" stroke="#fff" strokeWidth="1.6" />
                </>
              )}
            </svg>
            {t(`device_${word}`)}
          </li>
        ))}
    </ul>
  );
}
