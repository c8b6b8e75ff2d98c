import type { DevicePoints } from "@nihol/contract/sensors/devices";
import { deviceTypes } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { deviceColors, devicePaths, faultColor } from "../layers/device-icons.ts";

const states = ["silent", "faulty", "retired"] as const;

/** The signs of the devices that are on the map: their types, and the states in which they look otherwise. */
export function DeviceKey({ devices }: { devices: DevicePoints["points"] }) {
  const { t } = useTranslation("map");
  const shown = deviceTypes.filter((type) => devices.some((one) => one.type === type));
  // One of the types that are there, so that the sign is one that the map shows.
  const [type = "air"] = shown;
  return (
    <ul className="flex flex-wrap gap-x-3">
      {shown.map((one) => (
        <li key={one} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 22 22" className="size-3">
            <path d={devicePaths[one]} fill={deviceColors[one]} />
          </svg>
          {t(`device_${one}`)}
        </li>
      ))}
      {states
        .filter((state) => devices.some((one) => one.state === state))
        .map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 22 22" className="size-3.5">
              <path
                d={devicePaths[type]}
                fill={state === "faulty" ? deviceColors[type] : "#fff"}
                stroke={deviceColors[type]}
                strokeWidth="2"
              />
              {state === "faulty" && (
                <>
                  <circle cx="16.5" cy="5.5" r="5" fill={faultColor} />
                  <path d="M16.5 2.8v3.2M16.5 7.4v1.2" stroke="#fff" strokeWidth="1.6" />
                </>
              )}
            </svg>
            {t(`device_${state}`)}
          </li>
        ))}
    </ul>
  );
}
