import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/calibration";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { isInside, type Point, pointAt, stepped, toggled } from "./annotations.ts";
import type { Draft } from "./use-draft.ts";

/** The radius within which a press meets an annotation, in pixels of the screen: by a pointer, by a finger. */
const radii = { mouse: 11, touch: 15 };
/** Steps of the crosshair: so many of them across the window. */
const steps = { small: 100, large: 10 };

const arrows: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Refusal = "outside" | "too_many";

/** Setting annotations by pointer, finger and keys: handlers for the image, and where the crosshair stands. */
export function useMarking(window: CalibrationWindow, draft: Draft) {
  const { side, shown } = window;
  const [crosshair, setCrosshair] = useState<Point>();
  const [refusal, setRefusal] = useState<Refusal>();

  function press(at: Point, screenRadius: number, box: DOMRect) {
    if (!isInside(at, side)) return setRefusal("outside");
    const next = toggled(draft.annotations, at, (screenRadius / box.width) * shown.width);
    const isFull = next.length > calibrationLimits.annotations;
    setRefusal(isFull ? "too_many" : undefined);
    if (!isFull) draft.set(next);
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const { pointerType } = event.nativeEvent as PointerEvent;
    setCrosshair(undefined);
    press(
      pointAt(event.clientX, event.clientY, box, window),
      pointerType === "touch" ? radii.touch : radii.mouse,
      box,
    );
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const arrow = arrows[event.key];
    const at = crosshair ?? ([side / 2, side / 2] satisfies Point);
    if (arrow) {
      const step = side / (event.shiftKey ? steps.large : steps.small);
      setCrosshair(crosshair ? stepped(at, arrow[0] * step, arrow[1] * step, side) : at);
    } else if (event.key === "Enter" || event.key === " ") {
      setCrosshair(at);
      press(at, radii.mouse, event.currentTarget.getBoundingClientRect());
    } else if (event.key === "Backspace") {
      if (draft.annotations.length > 0) draft.set(draft.annotations.slice(0, -1));
    } else return;
    event.preventDefault();
  }

  const handleFocus = (event: React.FocusEvent<HTMLElement>) => {
    if (event.currentTarget.matches(":focus-visible"))
      setCrosshair((before) => before ?? [side / 2, side / 2]);
  };
  const handlers = {
    onClick: handleClick,
    onKeyDown: handleKeyDown,
    onFocus: handleFocus,
    onBlur: () => setCrosshair(undefined),
  };
  return { crosshair, refusal, handlers };
}
