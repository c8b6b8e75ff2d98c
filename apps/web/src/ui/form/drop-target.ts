import { type DragEvent, useState } from "react";

/**
 * Handlers with which an element takes what is dropped on it, and whether something hangs over it now.
 * @param isOpen whether what is being dragged may be dropped here at all
 */
export function useDropTarget(onDrop: (dropped: DataTransfer) => void, isOpen = true) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!isOpen) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    },
  };
  return { isOver, handlers };
}
