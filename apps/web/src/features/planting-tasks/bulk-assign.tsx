import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { UserRoundPen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ContractorField } from "../../parts/planting/contractor-field.tsx";
import { BulkChangedLeft } from "../../parts/records/bulk-changed-left.tsx";
import { BulkDialog } from "../../parts/records/bulk-dialog.tsx";
import { useBulkRun } from "../../parts/records/use-bulk-run.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useTaskName } from "./task/task-name.ts";

type Props = { selection: Selection<PlantTreeTask> };

/** Gives many tasks to one contractor, or another due date; lists those that were refused with the reason. */
export function BulkAssign({ selection }: Props) {
  const { t } = useTranslation("tasks");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<UserRoundPen className="size-4" />} onClick={() => setAsking(true)}>
        {t("bulk_assign")}
      </Button>
      {asking && <Question selection={selection} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ selection, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["tasks", "lists"]);
  const format = useFormat();
  const taskName = useTaskName();
  // As it was when asked: the list is fetched anew while tasks are changed.
  const [tasks] = useState(() => [...selection.rows.values()]);
  const [isGiven, setGiven] = useState(false);
  const [contractor, setContractor] = useState<number | null>(null);
  const [dueDate, setDueDate] = useState<string | null>(null);
  const body = { ...(isGiven && { contractor }), ...(dueDate && { dueDate }) };
  const { run, isBusy, share, result } = useBulkRun({
    rows: tasks,
    change: ({ id }) => ask("PATCH /plant-tree-task/:id", { params: { id }, body }),
    onDone: (done) => selection.drop(done.map(({ id }) => String(id))),
    shownIn: [paths.plantTreeTask],
    said: (n) => t("lists:bulk_changed", { n: format.number(n) }),
    onClose,
  });

  if (result) return <BulkChangedLeft result={result} rowLabel={taskName} onClose={onClose} />;
  return (
    <BulkDialog
      title={t("bulk_assign_title", { n: format.number(tasks.length) })}
      action={t("bulk_assign")}
      isBusy={isBusy}
      isDisabled={!isGiven && !dueDate}
      onRun={run}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Checkbox checked={isGiven} onChange={setGiven}>
          {t("bulk_contractor")}
        </Checkbox>
        {isGiven && (
          <ContractorField
            name="contractor"
            value={contractor}
            onChange={setContractor}
            error={undefined}
          />
        )}
        <DateField
          name="dueDate"
          label={t("bulk_due")}
          value={dueDate}
          onChange={setDueDate}
          optional
        />
        {isBusy && <Progress label={t("bulk_assign")} share={share} />}
      </div>
    </BulkDialog>
  );
}
