import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { canKeep, keepMine, sendAgain, takeTheirs } from "./decide.ts";
import type { CountEntry, Entry, ReportEntry } from "./entry.ts";
import { refreshField } from "./use-queue.ts";

type Props = { entry: Entry; onDecided: () => void };

/** What was made here and what the server has, side by side, for a person to decide. */
export function ConflictView({ entry, onDecided }: Props) {
  const { t } = useTranslation("field");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  async function decide(how: (entry: Entry) => Promise<void>) {
    setBusy(true);
    setFailure(undefined);
    try {
      await how(entry);
      await refreshField(entry.person);
      onDecided();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const mayKeep = canKeep(entry);
  return (
    <section aria-label={t("conflict")} className="grid gap-3">
      <p className="text-sm">{t(whyOf(entry))}</p>
      {entry.kind === "count" ? <CountSides entry={entry} /> : <TaskSides entry={entry} />}
      {!mayKeep && <p className="text-sm text-ink-2">{t("cannot_keep")}</p>}
      <FailureNote error={failure} />
      <div className="flex flex-wrap gap-2">
        {mayKeep ? (
          <Button
            tone="primary"
            size="sm"
            busy={busy}
            onClick={() => void decide((one) => keepMine(one, t("opened_again")))}
          >
            {t("keep_mine")}
          </Button>
        ) : (
          <Button size="sm" busy={busy} onClick={() => void decide(sendAgain)}>
            {t("send_again")}
          </Button>
        )}
        <Button size="sm" busy={busy} onClick={() => void decide(takeTheirs)}>
          {t("take_theirs")}
        </Button>
      </div>
    </section>
  );
}

function whyOf(entry: Entry) {
  if (entry.kind === "report") {
    const { status } = entry.conflict ?? {};
    const isClosed = status === "submitted" || status === "completed" || status === "cancelled";
    return isClosed ? "why_task_closed" : "why_task_changed";
  }
  if (!entry.conflict?.plot) return "why_plots_replaced";
  return entry.conflict.state === "drawn" ? "why_plot_counted" : "why_visit_closed";
}

/** One line of both sides. */
interface Line {
  name: string;
  mine: ReactNode;
  theirs: ReactNode;
}

function Sides({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation("field");
  const cell = "py-1.5 pr-2 align-top break-words";
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-left text-xs text-ink-3">
        <tr>
          <td className={cell} />
          <th scope="col" className={`${cell} font-medium`}>
            {t("on_phone")}
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            {t("on_server")}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, mine, theirs }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className={`${cell} text-left font-normal text-ink-3`}>
              {name}
            </th>
            <td className={`${cell} numeric`}>{mine ?? "–"}</td>
            <td className={`${cell} numeric`}>{theirs ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CountSides({ entry: { body, conflict, made_at } }: { entry: CountEntry }) {
  const { t } = useTranslation(["field", "survival"]);
  const format = useFormat();
  const theirs = conflict?.plot;
  const counts = (["living", "dead", "missing"] as const).map((one) => ({
    name: t(`survival:${one}`),
    mine: format.number(body[one]),
    theirs: theirs ? format.number(theirs[one]) : null,
  }));
  const lines = [
    ...counts,
    { name: t("survival:note"), mine: body.note || null, theirs: theirs?.note || null },
    {
      name: t("when"),
      mine: format.dateTime(made_at),
      theirs: theirs && format.dateTime(theirs.measured_at),
    },
    { name: t("who"), mine: t("you"), theirs: theirs?.measured_by },
    {
      name: t("visit"),
      mine: t("survival:state_drawn"),
      theirs: conflict && t(`survival:state_${conflict.state}`),
    },
  ];
  return <Sides lines={lines} />;
}

function TaskSides({ entry: { seen, conflict, made_at } }: { entry: ReportEntry }) {
  const { t } = useTranslation(["field", "planting"]);
  const format = useFormat();
  const trees = (items: readonly { quantity: number }[]) =>
    format.number(items.reduce((sum, { quantity }) => sum + quantity, 0));
  const types = (items: readonly unknown[]) => format.number(items.length);
  const lines = [
    {
      name: t("planting:status"),
      mine: t("planting:status_in_progress"),
      theirs: conflict && t(`planting:status_${conflict.status}`),
    },
    {
      name: t("planting:due"),
      mine: format.dateShort(seen.due_date),
      theirs: conflict && format.dateShort(conflict.plan.due_date),
    },
    {
      name: t("planting:scheduled"),
      mine: trees(seen.items),
      theirs: conflict && trees(conflict.plan.items),
    },
    {
      name: t("tree_types"),
      mine: types(seen.items),
      theirs: conflict && types(conflict.plan.items),
    },
    {
      name: t("when"),
      mine: format.dateTime(made_at),
      theirs: conflict && format.dateTime(conflict.at),
    },
    { name: t("who"), mine: t("you"), theirs: conflict?.by },
    { name: t("planting:comment"), mine: null, theirs: conflict?.comment || null },
  ];
  return <Sides lines={lines} />;
}
