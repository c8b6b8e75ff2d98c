import type { BodyOf } from "@nihol/contract/api/calls";
import type { Tree } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useBesideQuestion } from "../corrections/beside-question.tsx";
import { useInTurn } from "../corrections/use-in-turn.ts";

/** Kind of drawing under way on the map. */
export type MapDraft = "add" | "move" | "crown";

type Patch = Omit<BodyOf<"PATCH /plant-tree-detail/:id">, "version" | "confirm_beside">;
type Added = Omit<BodyOf<"POST /plant-tree-detail">, "whole_image" | "green" | "confirm_beside">;

/**
 * Saves corrections of an image's trees that are made on its map; counts, lists and the map's tiles follow.
 * @param onTiles fetches the tiles of trees anew
 */
export function useMapCorrections(image: number, onTiles: () => void) {
  const { t } = useTranslation("corrections");
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const question = useBesideQuestion();
  /** Trees by the corrections that were made here, the newest last: what "undo" goes back through. */
  const [done, setDone] = useState<readonly number[]>([]);
  const keyOf = (id: number) => recordQuery(paths.plantTreeDetail, id).queryKey;
  const follow = () => {
    onTiles();
    void refresh(paths.wholeImage, paths.statistics, paths.treeDates);
    void client.invalidateQueries({ queryKey: [paths.plantTreeDetail, "fragment", image] });
  };
  const { inTurn, busy } = useInTurn({
    onDone: follow,
    onRefused: () => refresh(paths.plantTreeDetail),
  });
  const finish = (id: number, now: Tree | undefined, text: string) => {
    if (now) client.setQueryData(keyOf(id), now);
    setDone((before) => [...before, id]);
    setSaid(text);
    return now;
  };
  /** The newest state: corrections before this one raised the version. */
  const newest = ({ id, version }: Tree) => client.getQueryData(keyOf(id))?.version ?? version;

  const change = (tree: Tree, body: Patch) =>
    inTurn(async () => {
      const now = await question.ifApart((confirm_beside) =>
        ask("PATCH /plant-tree-detail/:id", {
          params: { id: tree.id },
          body: { version: newest(tree), confirm_beside, ...body },
        }),
      );
      if (!now) return undefined;
      return finish(tree.id, now, t("said_saved"));
    });

  const remove = (tree: Tree) =>
    inTurn(async () => {
      const query = { version: newest(tree) };
      await ask("DELETE /plant-tree-detail/:id", { params: { id: tree.id }, query });
      finish(tree.id, undefined, t("said_removed"));
    });

  const add = (shape: Added) =>
    inTurn(async () => {
      const body = { whole_image: image, green: "green" as const, ...shape };
      const made = await question.ifApart((confirm_beside) =>
        ask("POST /plant-tree-detail", { body: { ...body, confirm_beside } }),
      );
      if (!made) return undefined;
      return finish(made.id, made, t("said_added"));
    });

  /** Takes back the newest correction that was made here. @returns its tree, where it is there again */
  const undo = () =>
    inTurn(async () => {
      const tree = done.at(-1);
      const at = { id: image };
      const query = { tree, standing: "1" as const, page_size: 1 };
      const [last] = (await ask("GET /whole-image/:id/correction", { params: at, query })).results;
      setDone(done.slice(0, -1));
      if (!last?.can.undo) {
        setSaid(t("nothing_to_undo"));
        return undefined;
      }
      const params = { ...at, correction: last.id };
      await ask("POST /whole-image/:id/correction/:correction/undo", { params });
      client.removeQueries({ queryKey: keyOf(last.tree) });
      setSaid(t(`undone_${last.action}`));
      return last.action === "add" ? undefined : last.tree;
    });

  return { change, remove, add, undo, said, busy, question, canUndo: done.length > 0 };
}
export type MapCorrections = ReturnType<typeof useMapCorrections>;
