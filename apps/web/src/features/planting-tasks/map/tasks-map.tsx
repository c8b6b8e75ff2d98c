import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../../map/data/map-search.ts";
import { boundsAround } from "../../../map/data/map-view-state.ts";
import LiveMap from "../../../map/live-map.tsx";
import { signColors, signOf, signPaths, taskSigns } from "./task-icons.ts";
import { TaskLayers } from "./task-layers.tsx";

type Props = {
  places: readonly TaskPlace[];
  /** The map's place in the address. */
  at: string | undefined;
  onAt: (at: string | undefined) => void;
  chosen: number | undefined;
  onChoose: (garden: number) => void;
};

/** Some five kilometres about the outermost gardens. */
const margin = 0.05;

/** The gardens that have tasks over the programme's map. Holds MapLibre. */
export default function TasksMap({ places, at, onAt, chosen, onChoose }: Props) {
  const { t } = useTranslation("tasks");
  const [search, setSearch] = useState<MapSearch>({ layers: "gardens" });
  const bounds = useMemo(() => boundsAround(places, margin), [places]);
  return (
    <LiveMap
      label={t("map_label")}
      search={{ ...search, at }}
      onSearch={({ at: next, ...others }) => {
        if (next) onAt(next);
        else setSearch((before) => ({ ...before, ...others }));
      }}
      bounds={bounds}
      panel="none"
      overlay={<Legend places={places} />}
    >
      <TaskLayers places={places} chosen={chosen} onChoose={onChoose} />
    </LiveMap>
  );
}

/** The signs that are on the map now. */
function Legend({ places }: { places: readonly TaskPlace[] }) {
  const { t } = useTranslation(["planting", "tasks"]);
  const shown = new Set(places.map(signOf));
  return (
    <ul className="pointer-events-none absolute top-2.5 left-2.5 z-10 grid max-w-[calc(100%-5rem)] gap-1 rounded-md bg-raised/88 px-2.5 py-1.5 text-2xs text-ink-2 shadow-pop">
      {taskSigns
        .filter((sign) => shown.has(sign))
        .map((sign) => (
          <li key={sign} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 24 24" className="size-4">
              <circle cx="12" cy="12" r="10" fill={signColors[sign]} />
              <path d={signPaths[sign]} fill="none" stroke="#fff" strokeWidth="2" />
            </svg>
            {sign === "overdue" ? t("overdue") : t(`status_${sign}`)}
          </li>
        ))}
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 24 24" className="size-4">
          <circle cx="12" cy="12" r="10" fill="#45413a" />
          <text x="12" y="16" textAnchor="middle" fontSize="11" fill="#fff">
            9
          </text>
        </svg>
        {t("tasks:map_group")}
      </li>
    </ul>
  );
}
