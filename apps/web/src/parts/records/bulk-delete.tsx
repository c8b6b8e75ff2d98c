import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { deleteWished, type EachResult, eachRow } from "../../lib/list/each-row.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { BulkLeft } from "./bulk-left.tsx";

type Deletable = { id: number; can: { delete: boolean } };

type Props<Row> = {
  selection: Selection<Row>;
  /** The list's title, which the question names. */
  list: string;
  /** The list's path: each record is deleted at `path/id`. */
  path: string;
  rowLabel: (row: Row) => string;
  /** What goes with them; left out, a general word. */
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

function Question<Row extends Deletable>(props: Props<Row> & { onClose: () => void }) {
  const { selection, list, path, rowLabel, consequence, also = [], onClose } = props;
  const { t } = useTranslation(["lists", "app"]);
  const format = useFormat();
  // As it was when asked: rows leave the selection while they are deleted.
  const [rows] = useState(() => [...selection.rows.values()]);
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<EachResult<Row>>();
  const mine = rows.filter((row) => row.can.delete);

  async function handleDelete() {
    setDone(0);
    const all = await eachRow(mine, (row) => deleteWished(`${path}/${row.id}`), setDone);
    selection.drop(all.done.map((row) => String(row.id)));
    await refresh(path, ...also);
    if (all.left.length > 0) return setResult(all);
    toast.success(t("bulk_done", { n: format.number(all.done.length) }));
    onClose();
  }

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
    <Dialog
      open
      onClose={() => done === undefined && onClose()}
      title={t("bulk_title", { list, n: format.number(mine.length) })}
      actions={
        <>
          <Button disabled={done !== undefined} onClick={onClose}>
            {t("app:cancel")}
          </Button>
          <Button
            tone="danger"
            busy={done !== undefined}
            disabled={mine.length === 0}
            onClick={() => void handleDelete()}
          >
            {t("app:delete")}
          </Button>
        </>
      }
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
            share={done / mine.length}
          />
        )}
      </div>
    </Dialog>
  );
}

const maxNames = 8;

/** The first few by name: enough to see that it is the right ones. */
function NamesShort({ names }: { names: string[] }) {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const more = names.length - maxNames;
  return (
    <ul className="list-disc pl-5 break-words text-ink">
      {names.slice(0, maxNames).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
        <li key={index}>{name}</li>
      ))}
      {more > 0 && <li className="text-ink-2">{t("bulk_more", { n: format.number(more) })}</li>}
    </ul>
  );
}
