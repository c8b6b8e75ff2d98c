import type { Tree } from "@nihol/contract/imagery/trees";
import { Check, LogOut, Move, PenTool, Plus, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { GreenChoice } from "../corrections/green-choice.tsx";
import type { MapCorrections, MapDraft } from "./use-map-corrections.ts";

type Props = {
  tree: Tree | undefined;
  /** The chosen tree is gone meanwhile. */
  isUnknown: boolean;
  draft: MapDraft | undefined;
  onDraft: (draft: MapDraft | undefined) => void;
  corrections: MapCorrections;
  mayAdd: boolean;
  onUndo: () => void;
  onRemoved: () => void;
  onLeave: () => void;
};

/** Tools for the chosen tree, and those that need none. */
export function CorrectTools(props: Props) {
  const { tree, draft, onDraft, corrections, mayAdd, onUndo, onRemoved, onLeave } = props;
  const { t } = useTranslation(["corrections", "map"]);
  const isDrawing = draft !== undefined;
  const mayChange = tree?.can.change === true && !isDrawing;
  function handleRemove() {
    if (!tree) return;
    void corrections.remove(tree);
    onRemoved();
  }
  return (
    <>
      <div role="toolbar" aria-label={t("title")} className="flex flex-wrap gap-0.5">
        <IconButton
          label={t("add")}
          aria-pressed={draft === "add"}
          disabled={!mayAdd}
          onClick={() => onDraft(draft === "add" ? undefined : "add")}
        >
          <Plus />
        </IconButton>
        <IconButton
          label={t("accept")}
          disabled={!mayChange || tree.review !== "new"}
          onClick={() => tree && void corrections.change(tree, { review: "accepted" })}
        >
          <Check />
        </IconButton>
        <IconButton
          label={t("remove")}
          disabled={!tree?.can.delete || isDrawing}
          onClick={handleRemove}
        >
          <X />
        </IconButton>
        <IconButton
          label={t("move")}
          aria-pressed={draft === "move"}
          disabled={!mayChange}
          onClick={() => onDraft("move")}
        >
          <Move />
        </IconButton>
        <IconButton
          label={t("crown")}
          aria-pressed={draft === "crown"}
          disabled={!mayChange}
          onClick={() => onDraft("crown")}
        >
          <PenTool />
        </IconButton>
        <IconButton
          label={t("undo")}
          disabled={!corrections.canUndo || corrections.busy || isDrawing}
          onClick={onUndo}
        >
          <Undo2 />
        </IconButton>
        <IconButton label={t("leave")} onClick={onLeave} className="ms-auto">
          <LogOut />
        </IconButton>
      </div>
      {isDrawing || <Chosen {...props} />}
    </>
  );
}

/** Describes the chosen tree, and offers what can be said of it; the map lies free of it while something is drawn. */
function Chosen({ tree, isUnknown, corrections }: Props) {
  const { t } = useTranslation(["corrections", "map"]);
  return tree ? (
    <TreeState tree={tree} corrections={corrections} />
  ) : (
    <p className="text-ink-2">{isUnknown ? t("map:tree_unknown") : t("on_map_choose")}</p>
  );
}

type StateProps = { tree: Tree; corrections: MapCorrections };

function TreeState({ tree, corrections }: StateProps) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const area = t("area", { area: format.number(tree.segmentation.area_m2, 1) });
  return (
    <>
      <p aria-live="polite" className="text-ink-2">
        {t(`review_${tree.review}`)} · {area}
      </p>
      <GreenChoice
        value={tree.green}
        disabled={!tree.can.change}
        onChange={(green) => void corrections.change(tree, { green })}
      />
    </>
  );
}
