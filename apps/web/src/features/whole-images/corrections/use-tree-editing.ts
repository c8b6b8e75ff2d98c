import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Tree } from "@nihol/contract/imagery/trees";
import { greenStates } from "@nihol/contract/values/trees";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useHolds } from "../../../lib/permissions.ts";
import {
  beginCrown,
  beginMove,
  type Draft,
  type Plane,
  resized,
  stepped,
  usualRadiusM,
  withCorner,
  withoutCorner,
} from "./draft.ts";
import { fragmentTreesQuery, middleOf, neighbourTreesQuery, type Point } from "./fragment-trees.ts";
import { useCorrections } from "./use-corrections.ts";

const noTrees: Tree[] = [];

/** The tree that one is at: the first one until another is chosen. */
function useChosenTree(trees: readonly Tree[]) {
  const [chosen, setChosen] = useState<number>();
  // A tree on its way to the server, until it is there or another one is chosen: keys pressed meanwhile mean it.
  const coming = useRef<Promise<Tree | undefined>>(undefined);
  const at = trees.findIndex(({ id }) => id === chosen);
  const tree = trees[at] ?? trees[0];
  const place = tree ? trees.indexOf(tree) : -1;

  const choose = (id: number | undefined) => {
    coming.current = undefined;
    setChosen(id);
  };
  return {
    ...{ tree, place, choose },
    step: (by: 1 | -1) => choose(trees[(place + by + trees.length) % trees.length]?.id),
    /** The first one that nobody looked at, after this one. */
    chooseNew: () => {
      const after = [...trees.slice(place + 1), ...trees.slice(0, place)];
      choose(after.find(({ review }) => review === "new")?.id ?? chosen);
    },
    /** Goes to a tree as soon as it is saved. */
    chooseSaved: (saved: Promise<Tree | undefined>) => {
      coming.current = saved;
      void saved.then((now) => coming.current === saved && choose(now?.id ?? chosen));
    },
    /** Does it with the chosen tree, or with the one that was just saved as soon as it is there. */
    onTree: (act: (one: Tree) => void) => {
      if (coming.current) void coming.current.then((one) => one && act(one));
      else if (tree) act(tree);
    },
  };
}

/** Changes a drawing by a key. @returns undefined for a key that changes none */
function afterKey(draft: Draft, key: string, isLarge: boolean, plane: Plane): Draft | undefined {
  const moved = stepped(draft, key, isLarge, plane);
  if (moved) return moved;
  if (key === "[" || key === "]")
    return resized(draft, draft.kind === "add" ? draft.radiusM * (key === "]" ? 1.1 : 0.9) : 0);
  if (key === " ") return withCorner(draft, draft.at);
  return key === "Backspace" ? withoutCorner(draft) : undefined;
}

/** Going through a fragment's trees and correcting them: which one is chosen, what is being drawn, what keys do. */
export function useTreeEditing(fragment: Fragment, gsdM: number) {
  const query = useQuery(fragmentTreesQuery(fragment.whole_image, fragment.n));
  const trees = query.data ?? noTrees;
  const neighbours = useQuery(neighbourTreesQuery(fragment)).data ?? noTrees;
  const [draft, setDraft] = useState<Draft>();
  const { tree, place, choose, chooseSaved, chooseNew, step, onTree } = useChosenTree(trees);
  const corrections = useCorrections(fragment);
  const mayAdd = useHolds("planttreedetail.add") && fragment.can.correct;
  const plane: Plane = { gsdM, window: fragment.window };
  const go = (by: 1 | -1) => {
    setDraft(undefined);
    step(by);
  };
  const turnGreen = (one: Tree) => {
    const next = greenStates[(greenStates.indexOf(one.green) + 1) % greenStates.length];
    if (one.can.change && next) void corrections.change(one, { green: next });
  };
  const removeOne = (one: Tree) => {
    if (!one.can.delete) return;
    void corrections.remove(one);
    go(1);
  };

  const acts = {
    next: () => go(1),
    previous: () => go(-1),
    nextNew: chooseNew,
    accept: () => {
      if (!tree?.can.change) return;
      if (tree.review === "new") void corrections.change(tree, { review: "accepted" });
      go(1);
    },
    remove: () => onTree(removeOne),
    green: () => onTree(turnGreen),
    add: (point?: Point) => {
      if (!mayAdd) return;
      const { x, y, width, height } = fragment.core;
      const middle: Point = tree ? middleOf(tree) : [x + width / 2, y + height / 2];
      setDraft({ kind: "add", at: point ?? middle, radiusM: usualRadiusM(trees) });
    },
    move: () => tree?.can.change && setDraft(beginMove(tree)),
    crown: () => tree?.can.change && setDraft(beginCrown(tree)),
    undo: () => void corrections.undo().then((id) => id && choose(id)),
    save: () => {
      if (!draft) return;
      setDraft(undefined);
      chooseSaved(corrections.save(draft));
    },
    cancel: () => setDraft(undefined),
  };
  /** A key while something is drawn. @returns whether it was one of these */
  function draw(key: string, isLarge: boolean): boolean {
    if (!draft) return false;
    const next = afterKey(draft, key, isLarge, plane);
    if (next) setDraft(next);
    else if (key === "Enter") acts.save();
    else if (key === "Escape") acts.cancel();
    else return false;
    return true;
  }
  return {
    ...{
      query,
      trees,
      neighbours,
      tree,
      place,
      draft,
      setDraft,
      plane,
      acts,
      draw,
      mayAdd,
      corrections,
    },
    choose,
    checked: trees.filter(({ review }) => review !== "new").length,
  };
}
export type TreeEditing = ReturnType<typeof useTreeEditing>;
