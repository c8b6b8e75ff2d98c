import type { ViolationChange } from "@nihol/contract/violations/violations";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { StateBadge } from "../../parts/states/violation-state.tsx";

/** Changes that led to the state: who, when and why, newest first. */
export function History({ changes }: { changes: readonly ViolationChange[] }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  return (
    <ol aria-label={t("history")} className="grid gap-4 border-s-2 border-line ps-4">
      {[...changes].reverse().map((change) => (
        <li key={change.id} className="grid gap-1 text-sm">
          <Step change={change} />
          {change.comment && (
            <p lang="mul" className="break-words whitespace-pre-line">
              {change.comment}
            </p>
          )}
          <p className="text-xs text-ink-3">
            <span lang="mul">{change.author}</span>
            {" · "}
            <time dateTime={change.created_at}>{format.dateTime(change.created_at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

const Arrow = () => (
  <span aria-hidden className="text-ink-3">
    →
  </span>
);

/** Shows a change from the old value to the new one: a state, the deadline or the responsible person. */
function Step({ change }: { change: ViolationChange }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const { field, from_value, to_value } = change;
  const shown = (value: string | null) => {
    if (value === null) return "–";
    return field === "due_date" ? format.date(value) : <span lang="mul">{value}</span>;
  };
  if (field !== "state")
    return (
      <p className="flex flex-wrap items-center gap-2">
        {t(field)}: {shown(from_value)} <Arrow /> {shown(to_value)}
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-2">
      {change.from && (
        <>
          <StateBadge state={change.from} />
          <Arrow />
        </>
      )}
      <StateBadge state={change.to} />
    </p>
  );
}
