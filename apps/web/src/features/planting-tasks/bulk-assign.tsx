import type { PlantTreeTask } from "@nihol/contract/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { UserRoundPen } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { type EachResult, eachRow } from "../../lib/list/each-row.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ContractorField } from "../../parts/planting/contractor-field.tsx";
import { BulkLeft } from "../../parts/records/bulk-left.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
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
  const { t } = useTranslation(["tasks", "lists", "app"]);
  const format = useFormat();
  const taskName = useTaskName();
  // As it was when asked: the list is fetched anew while tasks are changed.
  const [tasks] = useState(() => [...selection.rows.values()]);
  const [isGiven, setGiven] = useState(false);
  const [contractor, setContractor] = useState<number | null>(null);
  const [dueDate, setDueDate] = useState<string | null>(null);
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<EachResult<PlantTreeTask>>();
  const isBusy = done !== undefined;

  async function handleChange() {
    setDone(0);
    const body = { ...(isGiven && { contractor }), ...(dueDate && { dueDate }) };
    const all = await eachRow(
      tasks,
      ({ id }) => ask("PATCH /plant-tree-task/:id", { params: { id }, body }),
      setDone,
    );
    selection.drop(all.done.map(({ id }) => String(id)));
    await refresh(paths.plantTreeTask);
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
        rowLabel={taskName}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t("bulk_assign_title", { n: format.number(tasks.length) })}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t("app:cancel")}
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={!isGiven && !dueDate}
            onClick={() => void handleChange()}
          >
            {t("bulk_assign")}
          </Button>
        </>
      }
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
        {isBusy && <Progress label={t("bulk_assign")} share={done / tasks.length} />}
      </div>
    </Dialog>
  );
}
