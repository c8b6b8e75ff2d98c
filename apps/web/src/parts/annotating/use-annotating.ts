import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { type Frame, isInside, type Point, pointAt, stepped, toggled } from "./annotations.ts";
import type { Draft } from "./use-draft.ts";

/** The radius within which a press meets an annotation, in pixels of the screen: by a pointer, by a finger. */
const radii = { mouse: 11, touch: 15 };
/** Steps of the crosshair: so many of them across what is gone through. */
const steps = { small: 100, large: 10 };

const arrows: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Refusal = "outside" | "too_many";

/** Setting annotations by pointer, finger and keys: handlers for the image, and where the crosshair stands. */
export function useMarking(frame: Frame, draft: Draft, max: number) {
  const { shown, part = { x: 0, y: 0, width: frame.width, height: frame.height } } = frame;
  const middle: Point = [part.x + part.width / 2, part.y + part.height / 2];
  const [crosshair, setCrosshair] = useState<Point>();
  const [refusal, setRefusal] = useState<Refusal>();

  function press(at: Point, screenRadius: number, box: DOMRect) {
    if (!isInside(at, frame)) return setRefusal("outside");
    const next = toggled(draft.annotations, at, (screenRadius / box.width) * shown.width);
    const isFull = next.length > max;
    setRefusal(isFull ? "too_many" : undefined);
    if (!isFull) draft.set(next);
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const { pointerType } = event.nativeEvent as PointerEvent;
    setCrosshair(undefined);
    press(
      pointAt(event.clientX, event.clientY, box, frame),
      pointerType === "touch" ? radii.touch : radii.mouse,
      box,
    );
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const arrow = arrows[event.key];
    const at = crosshair ?? middle;
    if (arrow) {
      const step = part.width / (event.shiftKey ? steps.large : steps.small);
      setCrosshair(crosshair ? stepped(at, arrow[0] * step, arrow[1] * step, frame) : at);
    } else if (event.key === "Enter" || event.key === " ") {
      setCrosshair(at);
      press(at, radii.mouse, event.currentTarget.getBoundingClientRect());
    } else if (event.key === "Backspace") {
      if (draft.annotations.length > 0) draft.set(draft.annotations.slice(0, -1));
    } else return;
    event.preventDefault();
  }

  const handleFocus = (event: React.FocusEvent<HTMLElement>) => {
    if (event.currentTarget.matches(":focus-visible")) setCrosshair((before) => before ?? middle);
  };
  const handlers = {
    onClick: handleClick,
    onKeyDown: handleKeyDown,
    onFocus: handleFocus,
    onBlur: () => setCrosshair(undefined),
  };
  return { crosshair, refusal, handlers };
}
