/** Records that stand as points on the map: what a layer of them is, and what the map asks of each. */
import type { Garden } from "@nihol/contract/gardens";
import type { TaskPlace } from "@nihol/contract/planting/task-views";
import type { DeviceType, PastSpan } from "@nihol/contract/values/devices";
import type { Permission } from "@nihol/contract/values/permissions";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import type { ComponentType, ReactElement } from "react";
import { useUser } from "../../lib/api/session.ts";
import { holds } from "../../lib/permissions.ts";
import type { AreaFilter } from "../data/map-data.ts";
import type { LayerKind, MapSearch } from "../data/map-search.ts";
import type { DateRange } from "../data/period-kinds.ts";
import { type MapSymbol, useSymbols } from "./cluster-layer.tsx";

/** Kinds of records that stand as points, as an address names them. */
export type PointKind = Extract<LayerKind, "gardens" | "devices" | "cases" | "tasks">;
/** A record of such a kind, as its layers on the map are called: `hit-device`, `hit-device-cluster`. */
export type PointHit = "garden" | "device" | "case" | "task";

/** What a screen says of one kind besides showing it. */
export type PointChoice = {
  /** Ids of records with a ring around them. */
  chosen?: readonly number[] | undefined;
  /** Devices of this type alone. */
  type?: DeviceType | undefined;
  /** The screen's own tasks in place of all. */
  places?: readonly TaskPlace[] | undefined;
  /** Devices as they were over a span, by their states or one parameter; `onChange` changes the address. */
  past?:
    | {
        span: PastSpan;
        by: Parameter | undefined;
        /** Box of what is seen; undefined where all is. */
        bbox: string | undefined;
        onChange: (next: MapSearch) => void;
      }
    | undefined;
  /** Gardens whose outline is drawn: near by it says enough. */
  outlined?: readonly { id: number }[] | undefined;
};

export type PointsAsk = { wanted: boolean; area: AreaFilter; choice: PointChoice };

/** Records as the server names them: those with a place, how many there are, and how many have none. */
export type Points<Row> = {
  rows: readonly Row[];
  count: number;
  without: number;
  /** Step of the time that is played, and what it is played with. */
  step?: number | undefined;
  controls?: ReactElement | undefined;
};

/** `onReady` is told when all lines are there. */
export type CardProps = {
  id: number;
  onReady: () => void;
  area: AreaFilter;
  period: DateRange;
  /** Those that the map has already. */
  gardens: readonly Garden[] | undefined;
};

export type LayerProps<Row> = {
  rows: readonly Row[];
  choice: PointChoice;
  clusterOffset: number;
  /** Step of the time that is played; now where there is none. */
  step?: number | undefined;
};

export type OptionsProps = { search: MapSearch; onSearch: (next: MapSearch) => void };

export type PointLayer<Row> = {
  kind: PointKind;
  hit: PointHit;
  /** The right to see such records; null where everybody sees some. */
  right: Permission | null;
  /** Asks for the records where they are wanted. @returns undefined until they are there */
  usePoints: (ask: PointsAsk) => Points<Row> | undefined;
  /** Symbols of single records, which stand on the plates of several too. */
  symbols: readonly MapSymbol[];
  /** Draws them, once their symbols are on the map. */
  Layer: ComponentType<LayerProps<Row>>;
  /** Explains their symbols. */
  Legend: ComponentType<{ rows: readonly Row[] }>;
  /** Describes the one that was pressed. */
  Card: ComponentType<CardProps>;
  /** Offered in the panel below the layer's switch, while it is on. */
  Options?: ComponentType<OptionsProps>;
  /** Ems above or below the middle at which its clusters stand: kinds at the same places cover each other otherwise. */
  clusterOffset: number;
  /** The word for those that have no place on the map. */
  withoutPlace: "gardens_without_boundary" | "points_without_place";
};

/** A layer's records that are on the map now, whatever their kind. */
export type ReadyPoints = {
  kind: PointKind;
  count: number;
  without: number;
  /** Those with a place that the answer had no room for. */
  left: number;
  layer: ReactElement;
  legend: ReactElement;
  controls: ReactElement | undefined;
};

/** A layer for the registry, where kinds of records stand side by side. */
export type MapPointLayer = Pick<
  PointLayer<never>,
  "kind" | "hit" | "right" | "symbols" | "Card" | "Options" | "clusterOffset" | "withoutPlace"
> & { usePoints: (ask: PointsAsk) => ReadyPoints | undefined };

/** Makes a layer of one kind of record one among others. */
export function pointLayer<Row>(layer: PointLayer<Row>): MapPointLayer {
  const { kind, right, symbols, clusterOffset, Layer, Legend } = layer;
  return {
    ...layer,
    usePoints({ wanted, area, choice }) {
      const { userData } = useUser();
      const isShown = wanted && (right === null || holds(userData, right));
      const points = layer.usePoints({ wanted: isShown, area, choice });
      if (!isShown || !points) return undefined;
      const { rows, count, without, step, controls } = points;
      return {
        ...{ kind, count, without, left: count - without - rows.length },
        layer: (
          <OnceDrawn key={kind} symbols={symbols}>
            <Layer {...{ rows, choice, clusterOffset, step }} />
          </OnceDrawn>
        ),
        legend: <Legend key={kind} rows={rows} />,
        controls,
      };
    },
  };
}

type OnceDrawnProps = { symbols: readonly MapSymbol[]; children: ReactElement };

/** Layers that need symbols come when those are on the map. */
function OnceDrawn({ symbols, children }: OnceDrawnProps) {
  return useSymbols(symbols) ? children : null;
}
