import type { Garden } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BulkChangedLeft } from "../../parts/records/bulk-changed-left.tsx";
import { BulkDialog } from "../../parts/records/bulk-dialog.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { useBulkRun } from "../../parts/records/use-bulk-run.ts";
import { Button } from "../../ui/button.tsx";
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
  const { t } = useTranslation(["gardens", "lists"]);
  const format = useFormat();
  // As it was when asked: the list is fetched anew while gardens are changed.
  const [rows] = useState(() => [...selection.rows.values()].filter(({ can }) => can.change));
  const [ministry, setMinistry] = useState<number | null>(null);
  const { run, isBusy, share, result } = useBulkRun({
    rows,
    change: ({ id }) => ask("PATCH /garden/:id", { params: { id }, body: { ministry } }),
    onDone: (done) => selection.drop(done.map(({ id }) => String(id))),
    shownIn: [paths.garden, paths.ministry],
    said: (n) => t("lists:bulk_changed", { n: format.number(n) }),
    onClose,
  });

  if (result)
    return (
      <BulkChangedLeft
        result={result}
        rowLabel={({ name }) => format.name(name)}
        onClose={onClose}
      />
    );
  return (
    <BulkDialog
      title={t("bulk_ministry_title", { n: format.number(rows.length) })}
      action={t("bulk_ministry")}
      isBusy={isBusy}
      isDisabled={rows.length === 0 || ministry === null}
      onRun={run}
      onClose={onClose}
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
        {isBusy && <Progress label={t("bulk_ministry")} share={share} />}
      </div>
    </BulkDialog>
  );
}
