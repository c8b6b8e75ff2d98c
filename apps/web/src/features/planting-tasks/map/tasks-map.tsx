import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../../map/data/map-search.ts";
import { boundsAround } from "../../../map/data/map-view-state.ts";
import { TaskKey } from "../../../map/layers/tasks/task-key.tsx";
import LiveMap from "../../../map/live-map.tsx";

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
      of={{ tasks: { places, chosen, onPress: onChoose } }}
      overlay={
        <div className="pointer-events-none absolute top-2.5 inset-s-2.5 z-10 max-w-[calc(100%-5rem)] rounded-md bg-raised/88 px-2.5 py-1.5 text-2xs text-ink-2 shadow-pop">
          <TaskKey rows={places} />
        </div>
      }
    />
  );
}
