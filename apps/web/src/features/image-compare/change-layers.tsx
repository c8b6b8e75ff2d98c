import { type TreeChange, treeChanges } from "@nihol/contract/values/imagery/image-compare";
import { paths } from "@nihol/contract/values/paths";
import { Layer, Source, useMap } from "@vis.gl/react-maplibre";
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from "maplibre-gl";
import { useEffect } from "react";
import { mapFont } from "../../map/data/map-style.ts";
import { tileAddress } from "../../map/data/tile-request.ts";
import { changeColors, changeSigns } from "./change-colors.ts";

type Props = {
  /** Numbers of the comparisons, and the area that they are cut to. */
  comparisons: readonly number[];
  area: { kind: string; id: number } | null;
  hidden: ReadonlySet<TreeChange>;
  /** The tree that was chosen in the list. */
  chosen: number | undefined;
  /** Degrees; crowns are drawn in their true size. */
  latitude: number;
};

const byState = (of: (state: TreeChange) => string | number): ExpressionSpecification =>
  [
    "match",
    ["get", "state"],
    ...treeChanges.flatMap((state, i) => [i, of(state)]).slice(0, -2),
    of("not_visible"),
  ] as unknown as ExpressionSpecification;

/** Pixels of a decimetre at zoom 22. */
const pixelsAtZoom22 = (latitude: number): number =>
  (0.1 * 2 ** 22) / (78_271.517 * Math.cos((latitude * Math.PI) / 180));

/** The crown's own size near by, a dot that can be seen and pressed from afar. */
function radius(latitude: number, more: number): DataDrivenPropertyValueSpecification<number> {
  const scale = pixelsAtZoom22(latitude);
  const at = (zoom: number, min: number): ExpressionSpecification => [
    "+",
    more,
    ["max", min, ["*", ["get", "r"], scale * 2 ** (zoom - 22)]],
  ];
  return [
    "interpolate",
    ["exponential", 2],
    ["zoom"],
    9,
    1.5 + more,
    15,
    ["+", more, 3],
    17.5,
    at(17.5, 4.5),
    22,
    at(22, 20),
  ] as DataDrivenPropertyValueSpecification<number>;
}

const HATCH = "compare-hatch";
const hatchSide = 8;

/** Slanting lines, repeated seamlessly. */
function hatchImage(): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(hatchSide * hatchSide * 4);
  for (let y = 0; y < hatchSide; y++)
    for (let x = 0; x < hatchSide; x++) {
      const isLine = (x + y) % hatchSide < 3;
      data.set(isLine ? [60, 56, 50, 235] : [250, 249, 246, 150], (y * hatchSide + x) * 4);
    }
  return { width: hatchSide, height: hatchSide, data };
}

/** A disc of the hatch, since circles know no patterns. */
function hatchDisc(): { width: number; height: number; data: Uint8Array } {
  const side = 40;
  const tile = hatchImage();
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const far = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2);
      if (far > side / 2) continue;
      const from = ((y % hatchSide) * hatchSide + (x % hatchSide)) * 4;
      const isRim = far > side / 2 - 3;
      data.set(isRim ? [60, 56, 50, 235] : tile.data.subarray(from, from + 4), (y * side + x) * 4);
    }
  return { width: side, height: side, data };
}

/** Makes the hatch known to the map, once. */
function useHatch(): void {
  const map = useMap().current;
  useEffect(() => {
    const instance = map?.getMap();
    if (instance && !instance.hasImage(HATCH))
      instance.addImage(HATCH, hatchDisc(), { pixelRatio: 2 });
  }, [map]);
}

const common = { source: "changes", "source-layer": "changes", beforeId: "slot-trees" } as const;

/** Trees of these states, without those that the reader hides. */
function isState(hidden: ReadonlySet<TreeChange>, states: readonly TreeChange[]) {
  const wanted = states.filter((state) => !hidden.has(state));
  const indexes = wanted.map((state) => treeChanges.indexOf(state));
  return ["in", ["get", "state"], ["literal", indexes]] satisfies ExpressionSpecification;
}

const unsure = (yes: number, no: number): ExpressionSpecification => [
  "case",
  ["==", ["get", "unsure"], 1],
  yes,
  no,
];

type StateProps = Pick<Props, "hidden" | "latitude">;

/** Trees that stand as before, faint, and the hatch where nobody could see. */
function UnchangedLayers({ hidden, latitude }: StateProps) {
  return (
    <>
      <Layer
        {...common}
        id="change-kept"
        type="circle"
        filter={isState(hidden, ["kept"])}
        paint={{
          "circle-radius": radius(latitude, 0),
          "circle-color": changeColors.kept,
          "circle-opacity": 0.12,
          "circle-stroke-color": "#e9e7e1",
          "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 14, 0.4, 18, 1.4],
          "circle-stroke-opacity": 0.85,
        }}
      />
      <Layer
        {...common}
        id="change-hidden"
        type="symbol"
        filter={isState(hidden, ["not_visible"])}
        layout={{
          "icon-image": HATCH,
          "icon-allow-overlap": true,
          "icon-size": ["interpolate", ["exponential", 2], ["zoom"], 10, 0.25, 15, 0.4, 20, 1.6],
        }}
        paint={{ "icon-opacity": 0.85 }}
      />
    </>
  );
}

const changes: readonly TreeChange[] = ["planted", "lost"];

/** Rings with their signs, above a pale rim that parts them from any ground. */
function ChangedLayers({ hidden, latitude }: StateProps) {
  const isChange = isState(hidden, changes);
  return (
    <>
      <Layer
        {...common}
        id="change-halo"
        type="circle"
        filter={isChange}
        paint={{
          "circle-radius": radius(latitude, 1.5),
          "circle-opacity": 0,
          "circle-stroke-color": "#ffffff",
          "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 12, 1, 17, 2],
          "circle-stroke-opacity": 0.85,
        }}
      />
      <Layer
        {...common}
        id="change-ring"
        type="circle"
        filter={isChange}
        paint={{
          "circle-radius": radius(latitude, 0),
          "circle-color": byState((state) => changeColors[state]),
          "circle-opacity": unsure(0.08, 0.32),
          "circle-stroke-color": byState((state) => changeColors[state]),
          "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 12, 1.2, 17, 2.6],
          "circle-stroke-opacity": unsure(0.75, 1),
        }}
      />
      <Layer
        {...common}
        id="change-sign"
        type="symbol"
        minzoom={16.5}
        filter={isChange}
        layout={{
          "text-field": byState((state) => changeSigns[state]),
          "text-font": mapFont,
          "text-size": ["interpolate", ["linear"], ["zoom"], 16.5, 13, 20, 24],
          "text-allow-overlap": true,
          "text-ignore-placement": true,
        }}
        paint={{
          "text-color": byState((state) => changeColors[state]),
          "text-halo-color": "#ffffff",
          "text-halo-width": 1.6,
        }}
      />
    </>
  );
}

/** Draws the change of the trees: rings of their true size, planted blue with a plus, lost red with a cross. */
export function ChangeLayers({ comparisons, area, hidden, chosen, latitude }: Props) {
  useHatch();
  if (comparisons.length === 0) return null;
  const cut = area ? `&${area.kind}=${area.id}` : "";
  const tiles = [
    `${tileAddress(`${paths.imageCompare}/tile`)}/{z}/{x}/{y}.mvt?comparison=${comparisons.join(",")}${cut}`,
  ];
  return (
    <Source
      key={tiles[0]}
      id="changes"
      type="vector"
      tiles={tiles}
      minzoom={0}
      maxzoom={18}
      promoteId="id"
    >
      <UnchangedLayers hidden={hidden} latitude={latitude} />
      <ChangedLayers hidden={hidden} latitude={latitude} />
      <Layer
        {...common}
        id="change-chosen"
        type="circle"
        filter={["==", ["get", "id"], chosen ?? 0]}
        paint={{
          "circle-radius": radius(latitude, 6),
          "circle-opacity": 0,
          "circle-stroke-color": "#ffd54a",
          "circle-stroke-width": 3.5,
        }}
      />
    </Source>
  );
}
