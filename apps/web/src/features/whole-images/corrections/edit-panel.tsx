import type { Fragment } from "@nihol/contract/imagery/fragments";
import { CheckCheck, LogOut, Plus, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ChosenTree } from "./chosen-tree.tsx";
import { DraftPanel } from "./draft-panel.tsx";
import type { TreeEditing } from "./use-tree-editing.ts";

type Props = {
  fragment: Fragment;
  editing: TreeEditing;
  onFinish: () => void;
  onLeave: () => void;
};

/** Beside the image while trees are corrected: how far one is, the chosen tree, and what is being drawn. */
export function EditPanel({ fragment, editing, onFinish, onLeave }: Props) {
  const { t } = useTranslation("corrections");
  const format = useFormat();
  const { query, trees, neighbours, checked, draft, acts, mayAdd, corrections } = editing;
  if (query.isPending) return <SkeletonLines lines={8} />;
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section aria-labelledby="correcting" className="grid gap-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id="correcting" className="text-sm font-semibold">
          {t("title")}
        </h2>
        <Button
          size="sm"
          aria-keyshortcuts="e"
          icon={<LogOut className="size-4" />}
          onClick={onLeave}
        >
          {t("leave")}
        </Button>
      </div>
      <Progress
        label={t("checked")}
        share={trees.length > 0 ? checked / trees.length : null}
        note={t("checked_of", { n: format.number(checked), count: format.number(trees.length) })}
      />
      {draft ? <DraftPanel editing={editing} /> : <ChosenTree editing={editing} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4 *:grow">
        <Button
          disabled={!mayAdd || draft !== undefined}
          aria-keyshortcuts="n"
          icon={<Plus className="size-4" />}
          onClick={() => acts.add()}
        >
          {t("add")}
        </Button>
        <Button
          disabled={draft !== undefined}
          aria-keyshortcuts="u"
          icon={<Undo2 className="size-4" />}
          onClick={acts.undo}
        >
          {t("undo")}
        </Button>
        {fragment.can.change && (
          <Button
            tone="primary"
            className="w-full"
            busy={corrections.busy}
            disabled={draft !== undefined}
            aria-keyshortcuts="d"
            icon={<CheckCheck className="size-4" />}
            onClick={onFinish}
          >
            {t("finish")}
          </Button>
        )}
      </div>
      {neighbours.length > 0 && <p className="text-xs text-ink-3">{t("neighbour_trees")}</p>}
      <p aria-live="polite" className="min-h-5 text-sm text-ink-2">
        {corrections.said}
      </p>
    </section>
  );
}
