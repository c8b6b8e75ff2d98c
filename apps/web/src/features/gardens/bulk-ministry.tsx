import type { Garden } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { type EachResult, eachRow } from "../../lib/list/each-row.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BulkLeft } from "../../parts/records/bulk-left.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";

type Props = { selection: Selection<Garden> };

/** Gives the selected gardens to one organization; lists each that was refused with the reason. */
export function BulkMinistry({ selection }: Props) {
  const { t } = useTranslation("gardens");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Landmark className="size-4" />} onClick={() => setAsking(true)}>
        {t("bulk_ministry")}
      </Button>
      {asking && <Question selection={selection} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ selection, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["gardens", "lists", "app"]);
  const format = useFormat();
  // As it was when asked: the list is fetched anew while gardens are changed.
  const [rows] = useState(() => [...selection.rows.values()].filter(({ can }) => can.change));
  const [ministry, setMinistry] = useState<number | null>(null);
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<EachResult<Garden>>();
  const isBusy = done !== undefined;

  async function handleChange() {
    setDone(0);
    const all = await eachRow(
      rows,
      ({ id }) => ask("PATCH /garden/:id", { params: { id }, body: { ministry } }),
      setDone,
    );
    selection.drop(all.done.map(({ id }) => String(id)));
    await refresh(paths.garden, paths.ministry);
    if (all.left.length > 0) return setResult(all);
    toast.success(t("lists:bulk_changed", { n: format.number(all.done.length) }));
    onClose();
  }

  if (result)
    return (
      <BulkLeft
        title={t("lists:bulk_changed_left", {
          done: format.number(result.done.length),
          left: format.number(result.left.length),
        })}
        text={t("lists:bulk_changed_left_text")}
        left={result.left}
        rowLabel={({ name }) => format.name(name)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t("bulk_ministry_title", { n: format.number(rows.length) })}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t("app:cancel")}
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={rows.length === 0 || ministry === null}
            onClick={() => void handleChange()}
          >
            {t("bulk_ministry")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ReferenceField
          name="ministry"
          label={t("ministry")}
          hint={t("bulk_ministry_hint")}
          path={paths.ministry}
          value={ministry}
          onChange={setMinistry}
          disabled={isBusy}
        />
        {isBusy && <Progress label={t("bulk_ministry")} share={done / rows.length} />}
      </div>
    </Dialog>
  );
}
