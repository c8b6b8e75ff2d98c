import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Block, blockStyles, shownState } from "./block-states.ts";

type Props = {
  label: string;
  blocks: readonly Block[];
  isRunning: boolean;
  /** Others are shown weakly. */
  isShown: (block: Block) => boolean;
  chosen: number | undefined;
  onChoose: (n: number) => void;
};

const heightMax = 288;
/** A few blocks are no posters. */
const sideMax = 96;

/** Every block where it lies in the image, on one canvas: five thousand cost no more than fifty. */
export function BlockMap({ label, blocks, isRunning, isShown, chosen, onChoose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const theme = useThemeChanges();
  const frame = useMemo(() => frameOf(blocks), [blocks]);
  const fits = Math.min(width / frame.columns, heightMax / frame.rows, sideMax / frame.side);
  const scale = width > 0 ? fits : 0;
  // Before it is painted: the list beneath does not make way afterwards.
  useLayoutEffect(() => {
    const box = canvas.current?.parentElement;
    if (!box) return;
    setWidth(box.clientWidth);
    const watch = new ResizeObserver(() => setWidth(box.clientWidth));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are another theme's then
  useEffect(() => {
    const element = canvas.current;
    const paint = element?.getContext("2d");
    if (!element || !paint || scale === 0) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.ceil(frame.columns * scale * ratio);
    element.height = Math.ceil(frame.rows * scale * ratio);
    paint.scale(ratio, ratio);
    const colorOf = colors(element);
    for (const block of blocks) {
      const state = shownState(block, isRunning);
      const [x, y, w, h] = placeOf(block, frame, scale);
      paint.globalAlpha = isShown(block) ? 1 : 0.15;
      paint.fillStyle = colorOf(blockStyles[state].color);
      paint.fillRect(x, y, w, h);
      // A sign besides, for those who do not see the colour, where there is room for one.
      if (w < 6 || h < 6) continue;
      paint.strokeStyle = paint.fillStyle = colorOf("--surface");
      if (state === "failed") cross(paint, x, y, w, h);
      if (state === "running") paint.fillRect(x + w / 2 - 1, y + h / 2 - 1, 2, 2);
    }
    paint.globalAlpha = 1;
    const block = blocks.find(({ n }) => n === chosen);
    if (!block) return;
    const [x, y, w, h] = placeOf(block, frame, scale);
    paint.strokeStyle = colorOf("--ink");
    paint.lineWidth = 2;
    paint.strokeRect(x - 1, y - 1, Math.max(w, 3) + 2, Math.max(h, 3) + 2);
  }, [blocks, isRunning, isShown, chosen, frame, scale, theme]);

  function handleClick(event: MouseEvent<HTMLCanvasElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const column = (event.clientX - box.left) / scale + frame.left;
    const row = (event.clientY - box.top) / scale + frame.top;
    const hit = blocks.find(
      ({ place: [x0, y0, x1, y1] }) => column >= x0 && column < x1 + 1 && row >= y0 && row < y1 + 1,
    );
    if (hit) onChoose(hit.n);
  }
  return (
    <div className="min-w-0">
      {/* The list beneath says the same to keys and screen readers. */}
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onClick={handleClick}
        className="block cursor-pointer rounded"
        style={{ width: frame.columns * scale, height: frame.rows * scale }}
      />
    </div>
  );
}

interface Frame {
  left: number;
  top: number;
  columns: number;
  rows: number;
  /** The longer side of the largest block. */
  side: number;
}

/** Of all blocks, in columns and rows of fragments. */
function frameOf(blocks: readonly Block[]): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let side = 1;
  for (const { place } of blocks) {
    side = Math.max(side, place[2] - place[0] + 1, place[3] - place[1] + 1);
    left = Math.min(left, place[0]);
    top = Math.min(top, place[1]);
    right = Math.max(right, place[2]);
    bottom = Math.max(bottom, place[3]);
  }
  return { left, top, columns: right - left + 1, rows: bottom - top + 1, side };
}

/** In pixels, with a gap where blocks are large enough for one. */
function placeOf({ place: [x0, y0, x1, y1] }: Block, { left, top }: Frame, scale: number) {
  const [w, h] = [(x1 - x0 + 1) * scale, (y1 - y0 + 1) * scale];
  const gap = Math.min(w, h) > 4 ? 1 : 0;
  return [
    (x0 - left) * scale,
    (y0 - top) * scale,
    Math.max(w - gap, 0.75),
    Math.max(h - gap, 0.75),
  ] as const;
}

function cross(paint: CanvasRenderingContext2D, x: number, y: number, w: number, h: number) {
  const side = Math.min(w, h, 10) * 0.3;
  const [cx, cy] = [x + w / 2, y + h / 2];
  paint.lineWidth = 1.2;
  paint.beginPath();
  paint.moveTo(cx - side, cy - side);
  paint.lineTo(cx + side, cy + side);
  paint.moveTo(cx + side, cy - side);
  paint.lineTo(cx - side, cy + side);
  paint.stroke();
}

function colors(element: Element): (name: string) => string {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const color = known.get(name) ?? style.getPropertyValue(name).trim();
    known.set(name, color);
    return color;
  };
}

/** Another number each time that the page turns light or dark. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const next = () => setChanges((before) => before + 1);
    const watch = new MutationObserver(next);
    watch.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["class", "data-theme", "style"],
    });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", next);
    return () => {
      watch.disconnect();
      system.removeEventListener("change", next);
    };
  }, []);
  return changes;
}
