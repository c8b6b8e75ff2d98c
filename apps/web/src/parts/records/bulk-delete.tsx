import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteWished } from "../../lib/list/each-row.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { BulkLeft } from "./bulk-left.tsx";
import { useBulkRun } from "./use-bulk-run.ts";

type Deletable = { id: number; can: { delete: boolean } };

type Props<Row> = {
  selection: Selection<Row>;
  /** The list's title, which the question names. */
  list: string;
  /** The list's path: each record is deleted at `path/id`. */
  path: string;
  rowLabel: (row: Row) => string;
  /** Text on what is deleted along with them; left out, a general word. */
  consequence?: string;
  /** Other paths whose lists show it. */
  also?: readonly string[];
};

/** Deletes what is selected after one question; lists each record that was refused with the reason. */
export function BulkDelete<Row extends Deletable>(props: Props<Row>) {
  const { t } = useTranslation("lists");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Trash2 className="size-4" />} onClick={() => setAsking(true)}>
        {t("bulk_delete")}
      </Button>
      {asking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Offers deletion, and nothing else, for the selected rows of a table; undefined for those who may not delete. */
export const bulkDelete = <Row extends Deletable>(
  isOffered: boolean,
  props: Omit<Props<Row>, "selection">,
) =>
  isOffered
    ? (selection: Selection<Row>) => <BulkDelete selection={selection} {...props} />
    : undefined;

function Question<Row extends Deletable>(props: Props<Row> & { onClose: () => void }) {
  const { selection, list, path, rowLabel, consequence, also = [], onClose } = props;
  const { t } = useTranslation(["lists", "app"]);
  const format = useFormat();
  // As it was when asked: rows leave the selection while they are deleted.
  const [rows] = useState(() => [...selection.rows.values()]);
  const mine = rows.filter((row) => row.can.delete);

  const { run, done, isBusy, share, result } = useBulkRun({
    rows: mine,
    change: (row) => deleteWished(`${path}/${row.id}`),
    onDone: (gone) => selection.drop(gone.map((row) => String(row.id))),
    shownIn: [path, ...also],
    said: (n) => t("bulk_done", { n: format.number(n) }),
    onClose,
  });

  if (result)
    return (
      <BulkLeft
        title={t("bulk_left_title", {
          done: format.number(result.done.length),
          left: format.number(result.left.length),
        })}
        text={t("bulk_left_text")}
        left={result.left}
        rowLabel={rowLabel}
        onClose={onClose}
      />
    );
  return (
    <BulkDialog
      title={t("bulk_title", { list, n: format.number(mine.length) })}
      action={t("app:delete")}
      tone="danger"
      isBusy={isBusy}
      isDisabled={mine.length === 0}
      onRun={run}
      onClose={onClose}
    >
      <div className="grid gap-3 text-ink-2">
        <NamesShort names={mine.map(rowLabel)} />
        <p>{consequence ?? t("bulk_text")}</p>
        {mine.length < rows.length && (
          <p>{t("bulk_not_yours", { n: format.number(rows.length - mine.length) })}</p>
        )}
        {done !== undefined && (
          <Progress
            label={t("bulk_running", {
              done: format.number(done),
              n: format.number(mine.length),
            })}
            share={share}
          />
        )}
      </div>
    </BulkDialog>
  );
}

const maxNames = 8;

/** The first few by name: enough to see that it is the right ones. */
function NamesShort({ names }: { names: string[] }) {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const more = names.length - maxNames;
  return (
    <ul className="list-disc ps-5 break-words text-ink">
      {names.slice(0, maxNames).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
        <li key={index}>{name}</li>
      ))}
      {more > 0 && <li className="text-ink-2">{t("bulk_more", { n: format.number(more) })}</li>}
    </ul>
  );
}
