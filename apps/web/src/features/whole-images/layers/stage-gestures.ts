import { type PointerEvent, type RefObject, useEffect, useRef } from "react";

type Point = [x: number, y: number];
type Zoom = (factor: number, at?: Point) => void;
type Move = (dx: number, dy: number) => void;

/** The wheel zooms. React's own wheel handlers are passive: the page would scroll as well. */
export function useWheelZoom(box: RefObject<HTMLElement | null>, zoom: Zoom): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    function handleWheel(event: WheelEvent) {
      event.preventDefault();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0015;
      zoom(Math.exp(-event.deltaY * step), placeIn(element, event));
    }
    element.addEventListener("wheel", handleWheel, { passive: false });
    return () => element.removeEventListener("wheel", handleWheel);
  }, [box, zoom]);
}

/** Pans by one pointer and zooms by two: handlers for the box. */
export function useDragAndPinch(zoom: Zoom, move: Move) {
  const down = useRef(new Map<number, Point>());

  function handleMove(event: PointerEvent<HTMLElement>) {
    const points = down.current;
    const before = points.get(event.pointerId);
    if (!before) return;
    const now = placeIn(event.currentTarget, event);
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1];
    points.set(event.pointerId, now);
    if (!other) return move(now[0] - before[0], now[1] - before[1]);
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
    // both fingers move: each contributes half of the zoom
    move((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  const handleUp = (event: PointerEvent<HTMLElement>) => down.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, placeIn(event.currentTarget, event));
    },
    onPointerMove: handleMove,
    onPointerUp: handleUp,
    onPointerCancel: handleUp,
  };
}

function placeIn(
  element: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const box = element?.getBoundingClientRect();
  return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
