import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { useMap } from "@vis.gl/react-maplibre";
import { PenLine, Redo2, Spline, Trash2, Undo2 } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { MissingPart } from "../../ui/missing-part.tsx";
import type { DrawMode } from "./drawing.ts";
import { useDrawing } from "./use-drawing.ts";

type Props = {
  /** Shape that is drawn. Another shape from outside (a file) takes its place. */
  value: MultiPolygon | null;
  onChange: (shape: MultiPolygon | null) => void;
};

/** Drawing and editing of a boundary; a child of the map. terra-draw comes with its own chunk. */
export function DrawTool({ value, onChange }: Props) {
  const { t } = useTranslation("map");
  const map = useMap().current;
  const [mode, setMode] = useState<DrawMode>(value ? "select" : "polygon");
  const [history, setHistory] = useState({ canUndo: false, canRedo: false });
  const drawn = useRef<MultiPolygon | null>(undefined);
  const tell = useRef(onChange);
  tell.current = onChange;

  function handleShape(shape: MultiPolygon | null) {
    const isFirst = !drawn.current && shape;
    drawn.current = shape;
    tell.current(shape);
    // The first outline is there: its corners can be moved at once. Without one, one draws.
    if (isFirst) setMode("select");
    if (!shape) setMode("polygon");
  }

  const { drawing, early, isMissing, onRetry } = useDrawing(map?.getMap(), {
    onShape: handleShape,
    onHistory: setHistory,
  });

  useEffect(() => {
    if (!drawing || drawn.current === value) return;
    drawn.current = value;
    drawing.replace(value);
    setHistory({ canUndo: false, canRedo: false });
  }, [drawing, value]);

  useEffect(() => {
    drawing?.setMode(mode);
    if (drawing && mode === "polygon") for (const place of early.splice(0)) drawing.press(place);
  }, [drawing, mode, early]);

  /** Back to the map after a click, so that Enter closes the outline instead of pressing this again. */
  function handleStep(event: MouseEvent, step: "undo" | "redo") {
    drawing?.[step]();
    if (event.detail > 0) map?.getCanvas().focus({ preventScroll: true });
  }

  function handleClear() {
    tell.current(null);
    setMode("polygon");
  }

  return (
    <div data-map-cover="top-left" className="absolute top-2.5 inset-s-2.5 z-10">
      <div
        role="toolbar"
        aria-label={t("drawing_tools")}
        aria-busy={!drawing && !isMissing}
        className="popup flex w-max gap-0.5 p-1"
      >
        <IconButton
          label={t("draw")}
          aria-pressed={mode === "polygon"}
          onClick={() => setMode("polygon")}
        >
          <PenLine />
        </IconButton>
        <IconButton
          label={t("edit_shape")}
          aria-pressed={mode === "select"}
          disabled={!value}
          onClick={() => setMode("select")}
        >
          <Spline />
        </IconButton>
        <IconButton
          label={t("undo")}
          disabled={!history.canUndo}
          onClick={(event) => handleStep(event, "undo")}
        >
          <Undo2 />
        </IconButton>
        <IconButton
          label={t("redo")}
          disabled={!history.canRedo}
          onClick={(event) => handleStep(event, "redo")}
        >
          <Redo2 />
        </IconButton>
        <IconButton label={t("clear_shape")} disabled={!value} onClick={handleClear}>
          <Trash2 />
        </IconButton>
      </div>
      {isMissing && (
        <div role="alert" className="popup mt-1 max-w-72 p-2 text-sm">
          <MissingPart onRetry={onRetry} />
        </div>
      )}
    </div>
  );
}
