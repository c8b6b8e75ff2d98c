import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import type { ConflictDecision } from "@nihol/contract/values/trees";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, textLink } from "../../../ui/button.tsx";
import { CheckBox } from "../../../ui/form/checkbox.tsx";
import { ConflictCrop } from "./conflict-crop.tsx";

type Props = {
  conflict: TreeConflict;
  /** Keys act on it. */
  isCurrent: boolean;
  isChosen: boolean;
  busy: boolean;
  onChoose: (on: boolean) => void;
  onCurrent: () => void;
  onDecide: (decision: ConflictDecision) => void;
};

/** Card of one place where a person and the run differ, with both outlines and what each decision does. */
export function ConflictCard(props: Props) {
  const { conflict, isCurrent, isChosen, busy, onChoose, onCurrent, onDecide } = props;
  const { t } = useTranslation(["conflicts", "corrections"]);
  const card = useRef<HTMLLIElement>(null);
  // Not as the page opens: its words stand above the first one.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isCurrent && isOpened.current) card.current?.scrollIntoView({ block: "nearest" });
    isOpened.current = true;
  }, [isCurrent]);
  const { kind, can } = conflict;
  const mayChoose = can.keep || can.take;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys J and K do the same on the whole list
    <li
      ref={card}
      aria-current={isCurrent || undefined}
      onClick={onCurrent}
      className={cx(
        "flex scroll-my-4 gap-4 rounded-lg border bg-surface p-3 max-sm:flex-col",
        isCurrent ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <ConflictCrop conflict={conflict} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="font-semibold">{t(`kind_${kind}`)}</h2>
          {mayChoose && (
            <CheckBox
              checked={isChosen}
              onChange={onChoose}
              label={t("choose", { n: conflict.id })}
            />
          )}
        </div>
        <Words conflict={conflict} />
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
          {can.keep && (
            <Button
              busy={busy && isCurrent}
              aria-keyshortcuts={isCurrent ? "a" : undefined}
              onClick={() => onDecide("kept")}
            >
              {t(`keep_${kind}`)}
            </Button>
          )}
          {can.take && (
            <Button
              busy={busy && isCurrent}
              aria-keyshortcuts={isCurrent ? "r" : undefined}
              onClick={() => onDecide("taken")}
            >
              {t(`take_${kind}`)}
            </Button>
          )}
          <Link
            to="/admin/image_processing_ai/$image/$n"
            params={{ image: String(conflict.whole_image), n: String(conflict.fragment) }}
            search={{ correct: "1" }}
            className={cx(textLink, "text-sm")}
          >
            {t("open_fragment")}
          </Link>
        </div>
      </div>
    </li>
  );
}

/** Says what each side stated, and what was decided. */
function Words({ conflict }: { conflict: TreeConflict }) {
  const { t } = useTranslation(["conflicts", "corrections"]);
  const format = useFormat();
  const { kind, person, found, by, at, reason, decided, decided_by, decided_at } = conflict;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p>{t("corrected_by", { name: by ?? t("somebody"), date: format.date(at) })}</p>
      {reason && <p className="break-words">{t("reason", { reason })}</p>}
      {kind === "other_green" && person && found && (
        <p>
          {t("green_differs", {
            person: t(`corrections:green_${person.green}`),
            run: t(`corrections:green_${found.green}`),
          })}
        </p>
      )}
      {decided && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={decided === "kept" ? "good" : "info"} shape="done">
            {t(`decided_${decided}`)}
          </Badge>
          {decided_by && <span>{decided_by}</span>}
          {decided_at && <span>{format.date(decided_at)}</span>}
        </p>
      )}
    </div>
  );
}
