import type { Tree } from "@nihol/contract/imagery/trees";
import { Check, ChevronLeft, ChevronRight, Move, PenTool, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { GreenChoice } from "./green-choice.tsx";
import type { TreeEditing } from "./use-tree-editing.ts";

const looks = {
  new: { tone: "unknown", shape: "none" },
  accepted: { tone: "good", shape: "done" },
  corrected: { tone: "info", shape: "done" },
  added: { tone: "info", shape: "dot" },
} as const;

/** The tree that keys and buttons act on. */
export function ChosenTree({ editing }: { editing: TreeEditing }) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const { tree, trees, place, acts } = editing;
  if (!tree) return <p className="text-sm text-ink-2">{t("no_trees")}</p>;
  const area = t("area", { area: format.number(tree.segmentation.area_m2, 1) });
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-1">
        <IconButton label={t("key_previous")} aria-keyshortcuts="ArrowLeft" onClick={acts.previous}>
          <ChevronLeft />
        </IconButton>
        <p aria-live="polite" className="grow text-center text-sm font-medium">
          {t("tree_of", { n: format.number(place + 1), count: format.number(trees.length) })}
          <span className="block text-xs font-normal text-ink-2">
            {t(`green_${tree.green}`)} · {area}
          </span>
        </p>
        <IconButton label={t("key_next")} aria-keyshortcuts="ArrowRight" onClick={acts.next}>
          <ChevronRight />
        </IconButton>
      </div>
      <div className="flex justify-center">
        <Badge {...looks[tree.review]}>{t(`review_${tree.review}`)}</Badge>
      </div>
      <Acts editing={editing} tree={tree} />
    </div>
  );
}

function Acts({ editing: { acts, corrections }, tree }: { editing: TreeEditing; tree: Tree }) {
  const { t } = useTranslation("corrections");
  const { change, delete: remove } = tree.can;
  return (
    <>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button
          disabled={!change}
          aria-keyshortcuts="a"
          icon={<Check className="size-4 text-good" />}
          onClick={acts.accept}
        >
          {t("accept")}
        </Button>
        <Button
          disabled={!remove}
          aria-keyshortcuts="x Delete"
          icon={<X className="size-4 text-act" />}
          onClick={acts.remove}
        >
          {t("remove")}
        </Button>
        <Button
          disabled={!change}
          aria-keyshortcuts="m"
          icon={<Move className="size-4" />}
          onClick={acts.move}
        >
          {t("move")}
        </Button>
        <Button
          disabled={!change}
          aria-keyshortcuts="c"
          icon={<PenTool className="size-4" />}
          onClick={acts.crown}
        >
          {t("crown")}
        </Button>
      </div>
      <GreenChoice
        value={tree.green}
        disabled={!change}
        onChange={(green) => void corrections.change(tree, { green })}
      />
    </>
  );
}
