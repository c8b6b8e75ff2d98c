import { Maximize, Minus, Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDragAndPinch, useWheelZoom } from "./stage-gestures.ts";
import { fitted, maxScale, type StageView, zoomedAt } from "./stage-view.ts";

type Size = { width: number; height: number };
export type StageControls = { zoomIn: () => void; zoomOut: () => void; fit: () => void };
type Props = {
  /** Of the image, in its own pixels. */
  size: Size;
  /** Another image is fitted anew. */
  imageKey: string;
  label: string;
  children: ReactNode;
  /** Lies over the image and does not move with it. */
  notice?: ReactNode;
  /** Filled with what keys may do. */
  controls: React.RefObject<StageControls | null>;
};

/** An image that is panned by pointer and zoomed by wheel, fingers, keys or buttons. */
export function ImageStage({ size, imageKey, label, children, notice, controls }: Props) {
  const { t } = useTranslation("imagery");
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  // null: fitted, whatever the size of the window
  const [view, setView] = useState<StageView | null>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image begins fitted
  useEffect(() => setView(null), [imageKey]);
  useEffect(() => watchSize(box.current, setRoom), []);

  const zoom = useCallback(
    (factor: number, at?: [x: number, y: number]) =>
      setView((before) =>
        zoomedAt(
          before ?? fitted({ width, height }, room),
          factor,
          at ?? [room.width / 2, room.height / 2],
          fitted({ width, height }, room).scale,
        ),
      ),
    [width, height, room],
  );
  useWheelZoom(box, zoom);
  const pointers = useDragAndPinch(zoom, (dx, dy) =>
    setView((before) => {
      const now = before ?? fitted({ width, height }, room);
      return { ...now, x: now.x + dx, y: now.y + dy };
    }),
  );
  controls.current = {
    zoomIn: () => zoom(1.5),
    zoomOut: () => zoom(1 / 1.5),
    fit: () => setView(null),
  };
  const shown = view ?? fitted({ width, height }, room);
  return (
    <div className="relative h-full min-h-0 overflow-hidden bg-[#151412]">
      <div
        ref={box}
        role="img"
        aria-label={label}
        className="absolute inset-0 cursor-grab touch-none select-none active:cursor-grabbing"
        {...pointers}
      >
        <div
          className={cx(
            "absolute top-0 inset-s-0 origin-top-left",
            shown.scale > 3 && "[&_img]:[image-rendering:pixelated]",
          )}
          style={{
            width,
            height,
            transform: `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`,
          }}
        >
          {children}
        </div>
      </div>
      {notice}
      <div className="popup absolute inset-e-3 bottom-3 flex flex-col p-0.5">
        <IconButton
          label={t("zoom_in")}
          onClick={() => zoom(1.5)}
          disabled={shown.scale >= maxScale}
        >
          <Plus />
        </IconButton>
        <IconButton label={t("zoom_out")} onClick={() => zoom(1 / 1.5)}>
          <Minus />
        </IconButton>
        <IconButton label={t("zoom_fit")} onClick={() => setView(null)}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
}

function watchSize(element: HTMLElement | null, onSize: (size: Size) => void) {
  if (!element) return;
  const observer = new ResizeObserver(([entry]) => {
    if (entry) onSize({ width: entry.contentRect.width, height: entry.contentRect.height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
