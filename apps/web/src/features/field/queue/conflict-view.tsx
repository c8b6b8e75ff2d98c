import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { canKeep, keepMine, sendAgain, takeTheirs } from "./decide.ts";
import type { CountEntry, ReportEntry, RivalledEntry } from "./entry.ts";
import { useEntryText } from "./entry-text.ts";
import { refreshField } from "./use-queue.ts";

type Props = { entry: RivalledEntry; onDecided: () => void };

/** Shows the entry made here and what the server has, side by side, for a person to decide. */
export function ConflictView({ entry, onDecided }: Props) {
  const { t } = useTranslation("field");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  async function decide(how: (entry: RivalledEntry) => Promise<void>) {
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
      {!mayKeep && (isOfAnother(entry) ? <OfAnother entry={entry} /> : <CannotKeep />)}
      <FailureNote error={failure} />
      <div className="flex flex-wrap gap-2">
        {mayKeep && (
          <Button
            tone="primary"
            size="sm"
            busy={busy}
            onClick={() => void decide((one) => keepMine(one, t("opened_again")))}
          >
            {t("keep_mine")}
          </Button>
        )}
        {!mayKeep && !isOfAnother(entry) && (
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

function whyOf(entry: RivalledEntry) {
  if (entry.kind === "report") {
    const { status } = entry.conflict ?? {};
    const isClosed = status === "submitted" || status === "completed" || status === "cancelled";
    return isClosed ? "why_task_closed" : "why_task_moved";
  }
  if (!entry.conflict?.plot) return "why_plots_replaced";
  return entry.conflict.state === "drawn" ? "why_plot_counted" : "why_visit_closed";
}

/** A count that only whoever made it, or who may change reports, may replace: sent again, mine would be refused again. */
const isOfAnother = (entry: RivalledEntry): entry is CountEntry =>
  entry.kind === "count" &&
  entry.conflict?.plot !== null &&
  entry.conflict?.state === "drawn" &&
  !entry.conflict.canCount;

function CannotKeep() {
  const { t } = useTranslation("field");
  return <p className="text-sm text-ink-2">{t("cannot_keep")}</p>;
}

/** Offers to copy a count whose plot now holds somebody else's. */
function OfAnother({ entry }: { entry: CountEntry }) {
  const { t } = useTranslation("field");
  const { titleOf, taskOf } = useEntryText();
  const name = entry.conflict?.plot?.measured_by ?? t("somebody");
  const mine = [taskOf(entry), titleOf(entry), entry.body.note].filter(Boolean).join(". ");
  return (
    <div className="flex items-start gap-2 text-sm text-ink-2">
      <p className="grow">{t("count_of_another", { name })}</p>
      <CopyButton value={mine} what={t("copy_mine")} />
    </div>
  );
}

/** Line of the comparison, with both sides. */
interface Line {
  name: string;
  mine: ReactNode;
  theirs: ReactNode;
}

function Sides({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation("field");
  const cell = "py-1.5 pe-2 align-top break-words";
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-start text-xs text-ink-3">
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
            <th scope="row" className={`${cell} text-start font-normal text-ink-3`}>
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

function TaskSides({ entry: { garden, conflict, made_at } }: { entry: ReportEntry }) {
  const { t } = useTranslation(["field", "planting"]);
  const format = useFormat();
  const lines = [
    {
      name: t("planting:status"),
      mine: t("planting:status_in_progress"),
      theirs: conflict && t(`planting:status_${conflict.status}`),
    },
    {
      name: t("planting:garden"),
      mine: format.name(garden),
      theirs: conflict && format.name(conflict.garden.name),
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
