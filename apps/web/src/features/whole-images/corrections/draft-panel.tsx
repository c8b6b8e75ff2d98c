import { crownLimits } from "@nihol/contract/values/trees";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { isWhole, resized } from "./draft.ts";
import type { TreeEditing } from "./use-tree-editing.ts";

/** While something is drawn: how, the radius of a new crown, and saving or leaving it. */
export function DraftPanel({ editing: { draft, setDraft, acts } }: { editing: TreeEditing }) {
  const { t } = useTranslation(["corrections", "app"]);
  const format = useFormat();
  const field = useId();
  if (!draft) return null;
  const { min, max } = crownLimits.radiusM;
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-3 text-sm">
      <p role="status">{t(`hint_${draft.kind}`)}</p>
      {draft.kind === "add" && (
        <label htmlFor={field} className="grid gap-1">
          <span className="flex justify-between gap-2">
            {t("radius")}
            <span className="numeric">{t("metres", { n: format.number(draft.radiusM, 1) })}</span>
          </span>
          <input
            id={field}
            type="range"
            min={min}
            max={Math.min(max, 12)}
            step={0.1}
            value={draft.radiusM}
            onChange={(event) => setDraft(resized(draft, Number(event.target.value)))}
            className="accent-(--accent)"
          />
        </label>
      )}
      <div className="flex flex-wrap gap-2 *:grow">
        <Button onClick={acts.cancel} aria-keyshortcuts="Escape">
          {t("app:cancel")}
        </Button>
        <Button
          tone="primary"
          disabled={!isWhole(draft)}
          aria-keyshortcuts="Enter"
          onClick={acts.save}
        >
          {t("app:save")}
        </Button>
      </div>
    </div>
  );
}
