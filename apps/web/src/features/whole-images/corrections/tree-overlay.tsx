import { type PointerEvent, useRef, useState } from "react";
import { beginMove, resized, withCorner } from "./draft.ts";
import { middleOf, type Point } from "./fragment-trees.ts";
import { DraftShape, NeighbourShape, TreeShape } from "./tree-shapes.tsx";
import type { TreeEditing } from "./use-tree-editing.ts";

/** A pointer that moved less than this, in pixels of the screen, has pressed and not dragged. */
const DRAG = 4;

/** The trees of a fragment over its image, in its own pixels: pressed, dragged and drawn. */
export function TreeOverlay({ editing }: { editing: TreeEditing }) {
  const { trees, neighbours, tree, draft, setDraft, plane, choose, acts } = editing;
  const { window, gsdM } = plane;
  const svg = useRef<SVGSVGElement>(null);
  const pressed = useRef<{ at: Point; x: number; y: number; tree: number | undefined }>(undefined);
  const [scale, setScale] = useState(1);

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width) return [window.x, window.y];
    const zoom = box.width / window.width;
    if (zoom !== scale) setScale(zoom);
    return [window.x + (clientX - box.left) / zoom, window.y + (clientY - box.top) / zoom];
  }
  const treeAt = (event: PointerEvent) => {
    const shape = (event.target as Element).closest("[data-tree]");
    return shape ? Number(shape.getAttribute("data-tree")) : undefined;
  };

  function handleDown(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0) return;
    const on = draft ? undefined : treeAt(event);
    // Beside the trees the image is moved, as without corrections.
    if (!draft && on === undefined) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointOf(event);
    pressed.current = { at, x: event.clientX, y: event.clientY, tree: on };
    if (on !== undefined) choose(on);
    if (draft && draft.kind !== "crown") setDraft({ ...draft, at });
  }

  function handleMove(event: PointerEvent<SVGSVGElement>) {
    const from = pressed.current;
    if (!from) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG) return;
    const now = pointOf(event);
    if (draft?.kind === "add")
      setDraft(resized(draft, Math.hypot(now[0] - from.at[0], now[1] - from.at[1]) * gsdM));
    if (draft?.kind === "move") return setDraft({ ...draft, at: now });
    const held = from.tree === undefined ? undefined : trees.find(({ id }) => id === from.tree);
    if (!draft && held?.can.change) {
      const [x, y] = middleOf(held);
      const at: Point = [x + now[0] - from.at[0], y + now[1] - from.at[1]];
      setDraft({ ...beginMove(held), at });
    }
  }

  function handleUp(event: PointerEvent<SVGSVGElement>) {
    const from = pressed.current;
    pressed.current = undefined;
    if (!from || !draft) return;
    if (draft.kind === "crown") setDraft(withCorner(draft, pointOf(event)));
    // A press places it, a drag has drawn it.
    else acts.save();
  }

  return (
    <svg
      ref={svg}
      aria-hidden
      viewBox={`${window.x} ${window.y} ${window.width} ${window.height}`}
      className={
        draft ? "absolute inset-0 size-full cursor-crosshair" : "absolute inset-0 size-full"
      }
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={() => {
        pressed.current = undefined;
      }}
    >
      {neighbours.map((one) => (
        <NeighbourShape key={one.id} tree={one} />
      ))}
      {trees.map((one) => one !== tree && <TreeShape key={one.id} tree={one} isChosen={false} />)}
      {tree && <TreeShape tree={tree} isChosen />}
      {draft && <DraftShape draft={draft} gsdM={gsdM} scale={scale} />}
    </svg>
  );
}
