import type { MultiPolygon, Position } from "@nihol/contract/values/geometry";
import type { LngLat, Map as MapLibreMap } from "maplibre-gl";
import {
  TerraDraw,
  TerraDrawMapLibreGLAdapter,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  TerraDrawSessionUndoRedo,
  TerraDrawUndoRedoKeyboardShortcuts,
  ValidateNotSelfIntersecting,
} from "./draw.ts";

export type DrawMode = "polygon" | "select";

export type Drawing = {
  setMode: (mode: DrawMode) => void;
  /** Puts this shape in the place of what is drawn; what was before cannot be undone to. */
  replace: (shape: MultiPolygon | null) => void;
  /** Does what a press on the map at this place does: for presses that came before the drawing was there. */
  press: (place: LngLat) => void;
  undo: () => void;
  redo: () => void;
  stop: () => void;
};

export type DrawingHistory = { canUndo: boolean; canRedo: boolean };

type Listeners = {
  /** After each finished step. */
  onShape: (shape: MultiPolygon | null) => void;
  /** With each corner, when what can be undone has changed. */
  onHistory: (history: DrawingHistory) => void;
};

/** 7 decimals of a degree are 1 cm; the drawing refuses more than 9. */
const decimals = 7;

/** Starts drawing polygons on a map whose style is loaded. */
export function startDrawing(map: MapLibreMap, { onShape, onHistory }: Listeners): Drawing {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [polygonMode(), selectMode()],
    undoRedo: {
      modeLevel: new TerraDrawModeUndoRedo(),
      sessionLevel: new TerraDrawSessionUndoRedo(),
      keyboardShortcuts: new TerraDrawUndoRedoKeyboardShortcuts(),
    },
  });
  /** Holes are not edited, but are not lost either: kept by the polygon they belong to. */
  const holes = new Map<string | number, Position[][]>();

  /** True while a shape is set from outside: that is not reported back. */
  let isOwn = false;
  function quietly(work: () => void) {
    isOwn = true;
    work();
    isOwn = false;
  }

  function tell() {
    if (isOwn) return;
    onShape(shapeOf(draw.getSnapshot(), holes));
    tellHistory();
  }

  let reported = "";
  function tellHistory() {
    const history = { canUndo: draw.canUndo(), canRedo: draw.canRedo() };
    const text = JSON.stringify(history);
    if (text !== reported) onHistory(history);
    reported = text;
  }

  function replace(shape: MultiPolygon | null) {
    draw.clear();
    holes.clear();
    for (const [outer, ...inner] of shape?.coordinates ?? []) {
      const [added] = draw.addFeatures([
        {
          type: "Feature",
          properties: { mode: "polygon" },
          geometry: { type: "Polygon", coordinates: [rounded(outer ?? [])] },
        },
      ]);
      if (added?.valid && added.id !== undefined && inner.length > 0) holes.set(added.id, inner);
    }
    draw.clearUndoRedoHistory();
  }

  draw.start();
  draw.on("finish", tell);
  draw.on("change", (_ids, kind) => {
    if (kind === "delete") tell();
    else if (!isOwn) tellHistory();
  });
  return {
    setMode: (mode) => draw.setMode(mode),
    replace: (shape) => quietly(() => replace(shape)),
    press: (place) => pressAt(map, place),
    undo: () => {
      draw.undo();
      tell();
    },
    redo: () => {
      draw.redo();
      tell();
    },
    stop: () => quietly(() => draw.stop()),
  };
}

/** The drawing hears pointers on the map's canvas; these are its own, so the map takes them for nothing else. */
function pressAt(map: MapLibreMap, place: LngLat): void {
  const canvas = map.getCanvas();
  const { left, top } = canvas.getBoundingClientRect();
  const { x, y } = map.project(place);
  const at = { clientX: left + x, clientY: top + y, isPrimary: true, pointerType: "mouse" };
  for (const kind of ["pointermove", "pointerdown", "pointerup"])
    canvas.dispatchEvent(new PointerEvent(kind, at));
}

type Snapshot = ReturnType<TerraDraw["getSnapshot"]>;

function shapeOf(
  features: Snapshot,
  holes: Map<string | number, Position[][]>,
): MultiPolygon | null {
  const coordinates: Position[][][] = [];
  for (const { id, geometry, properties } of features) {
    const isWhole = properties.mode === "polygon" && !properties.currentlyDrawing;
    if (!isWhole || geometry.type !== "Polygon") continue;
    coordinates.push([
      ...geometry.coordinates.map(positions),
      ...(id === undefined ? [] : (holes.get(id) ?? [])),
    ]);
  }
  return coordinates.length > 0 ? { type: "MultiPolygon", coordinates } : null;
}

const positions = (ring: number[][]) => ring.map(([lon = 0, lat = 0]): Position => [lon, lat]);

function rounded(ring: number[][]): [number, number][] {
  const round = (value = 0) => Number(value.toFixed(decimals));
  return ring.map(([lon, lat]) => [round(lon), round(lat)]);
}

/** Seen on land in both themes and, with its white corners, on images. */
export const ink = "#1b7fb0";
const paper = "#ffffff";

/** Corners one after the other; the first one again, or Enter, closes the outline. */
export function polygonMode() {
  return new TerraDrawPolygonMode({
    pointerDistance: 24,
    validation: (feature, { updateType }) =>
      updateType === "finish" || updateType === "commit"
        ? ValidateNotSelfIntersecting(feature)
        : { valid: true },
    styles: {
      fillColor: ink,
      fillOpacity: 0.15,
      outlineColor: ink,
      outlineWidth: 3,
      closingPointColor: paper,
      closingPointOutlineColor: ink,
      closingPointOutlineWidth: 3,
      closingPointWidth: 6,
    },
  });
}

function selectMode() {
  return new TerraDrawSelectMode({
    pointerDistance: 24,
    flags: {
      polygon: {
        feature: {
          draggable: true,
          coordinates: { midpoints: true, draggable: true, deletable: true },
        },
      },
    },
    styles: {
      selectedPolygonColor: ink,
      selectedPolygonFillOpacity: 0.15,
      selectedPolygonOutlineColor: ink,
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: paper,
      selectionPointOutlineColor: ink,
      selectionPointOutlineWidth: 3,
      selectionPointWidth: 6,
      midPointColor: ink,
      midPointOutlineColor: paper,
      midPointOutlineWidth: 2,
      midPointWidth: 4,
    },
  });
}
