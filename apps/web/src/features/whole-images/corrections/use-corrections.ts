import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Tree } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import type { GreenState } from "@nihol/contract/values/trees";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { fragmentQuery } from "../layers/fragment-query.ts";
import { useBesideQuestion } from "./beside-question.tsx";
import { type Draft, isWhole } from "./draft.ts";
import { fragmentTreesQuery, withTree } from "./fragment-trees.ts";
import { useInTurn } from "./use-in-turn.ts";

type Patch = { green?: GreenState; review?: "accepted"; point?: Tree["position"] } & {
  crown?: Tree["segmentation"]["crown"];
};

/** Saves corrections of a fragment's trees one after the other; lists and counts follow. */
export function useCorrections({ whole_image, n }: Pick<Fragment, "whole_image" | "n">) {
  const { t } = useTranslation("corrections");
  const client = useQueryClient();
  const trees = fragmentTreesQuery(whole_image, n);
  const [said, setSaid] = useState("");
  const question = useBesideQuestion();

  function follow() {
    void client.invalidateQueries({ queryKey: fragmentQuery(whole_image, n).queryKey });
    void client.invalidateQueries({
      queryKey: recordQuery(paths.wholeImage, whole_image).queryKey,
    });
  }
  const put = (id: number, now: Tree | undefined) =>
    client.setQueryData(trees.queryKey, (all) => all && withTree(all, id, now));
  /** The newest state: corrections before this one raised the version. */
  const newest = ({ id, version }: Tree) =>
    client.getQueryData(trees.queryKey)?.find((tree) => tree.id === id)?.version ?? version;

  const { inTurn, busy } = useInTurn({
    onDone: follow,
    onRefused: () => client.invalidateQueries({ queryKey: trees.queryKey }),
  });

  const change = (tree: Tree, body: Patch) =>
    inTurn(async () => {
      const now = await question.ifApart((confirm_beside) =>
        ask("PATCH /plant-tree-detail/:id", {
          params: { id: tree.id },
          body: { version: newest(tree), confirm_beside, ...body },
        }),
      );
      if (!now) return undefined;
      put(tree.id, now);
      return now;
    });

  const remove = (tree: Tree) =>
    inTurn(async () => {
      const query = { version: newest(tree) };
      await ask("DELETE /plant-tree-detail/:id", { params: { id: tree.id }, query });
      put(tree.id, undefined);
      setSaid(t("said_removed"));
    });

  const add = (point: Tree["position"], radius_m: number) =>
    inTurn(async () => {
      const body = { whole_image, point, radius_m, green: "green" } as const;
      const made = await question.ifApart((confirm_beside) =>
        ask("POST /plant-tree-detail", { body: { ...body, confirm_beside } }),
      );
      if (!made) return undefined;
      if (made.fragment === n) put(made.id, made);
      setSaid(t("said_added"));
      return made;
    });

  const undo = () =>
    inTurn(async () => {
      const query = { fragment: n, standing: "1", page_size: 1 };
      const at = { id: whole_image };
      const [last] = (await ask("GET /whole-image/:id/correction", { params: at, query })).results;
      if (!last?.can.undo) {
        setSaid(t("nothing_to_undo"));
        return undefined;
      }
      const params = { ...at, correction: last.id };
      await ask("POST /whole-image/:id/correction/:correction/undo", { params });
      await client.invalidateQueries({ queryKey: trees.queryKey });
      setSaid(t(`undone_${last.action}`));
      return last.tree;
    });

  /** Saves what is drawn. @returns the tree as it is then */
  function save(draft: Draft): Promise<Tree | undefined> {
    if (!isWhole(draft)) return Promise.resolve(undefined);
    if (draft.kind === "add") return add(draft.at, draft.radiusM);
    if (draft.kind === "move") return change(draft.tree, { point: draft.at });
    return change(draft.tree, { crown: draft.corners });
  }
  return { change, remove, undo, save, said, busy, question };
}
