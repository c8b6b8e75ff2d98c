import { useEffect, useRef } from "react";
import { isTyping, usePlaceKeys } from "../../../lib/place-keys.ts";
import type { TreeEditing } from "./use-tree-editing.ts";

/** Each key of correcting by its place on the keyboard, and the text that says what it does. */
export const editKeys = [
  ["→", "next"],
  ["←", "previous"],
  ["S", "next_new"],
  ["A", "accept"],
  ["X", "remove"],
  ["G", "green"],
  ["N", "add"],
  ["M", "move"],
  ["C", "crown"],
  ["U", "undo"],
  ["D", "finish"],
  ["E", "leave"],
] as const;

/** The keys while trees are corrected; what is drawn takes arrows, Enter and Escape first. */
export function useEditKeys(
  { acts, draft, draw, corrections }: TreeEditing,
  { finish, leave }: { finish: () => void; leave: () => void },
): void {
  const isDrawing = draft !== undefined;
  usePlaceKeys(
    {
      ArrowRight: acts.next,
      ArrowLeft: acts.previous,
      KeyS: acts.nextNew,
      KeyA: acts.accept,
      KeyX: acts.remove,
      Delete: acts.remove,
      KeyG: acts.green,
      KeyN: () => acts.add(),
      KeyM: acts.move,
      KeyC: acts.crown,
      KeyU: acts.undo,
      KeyD: finish,
      KeyE: leave,
    },
    !isDrawing && corrections.question.refusal === "",
  );
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    if (!isDrawing) return;
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A button that is focused is pressed by Enter and Space.
      const isPress = event.key === "Enter" || event.key === " ";
      if (isPress && event.target instanceof HTMLButtonElement) return;
      if (!latest.current(event.key, event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
    }
    // Ahead of the dialog, which Escape would close.
    window.addEventListener("keydown", handleKey, true);
    return () => window.removeEventListener("keydown", handleKey, true);
  }, [isDrawing]);
}
