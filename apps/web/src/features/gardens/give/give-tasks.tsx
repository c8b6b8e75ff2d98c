import type { BodyOf } from "@nihol/contract/api/calls";
import type { Garden } from "@nihol/contract/gardens";
import type { GivenTask } from "@nihol/contract/planting/give-tasks";
import { paths } from "@nihol/contract/values/paths";
import { ClipboardList } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ContractorField } from "../../../parts/planting/contractor-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { DateField } from "../../../ui/form/date-field.tsx";
import { useLeave } from "../../../ui/form/use-leave.tsx";
import { GardenQuantities } from "./garden-quantities.tsx";
import { isHeight, isTwice, itemsOf, type Quantities, type TypeColumn } from "./given-types.ts";
import { TypeColumns } from "./type-columns.tsx";

type Props = { gardens: readonly Garden[] };

/** Gives each of the selected gardens a planting task. */
export function GiveTasks({ gardens }: Props) {
  const { t } = useTranslation("tasks");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<ClipboardList className="size-4" />} onClick={() => setAsking(true)}>
        {t(gardens.length === 1 ? "give_one" : "give")}
      </Button>
      {asking && <Question gardens={gardens} onClose={() => setAsking(false)} />}
    </>
  );
}

const total = (rows: readonly GivenTask[]) => rows.reduce((sum, { trees }) => sum + trees, 0);

function Question({ gardens, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["tasks", "planting", "app"]);
  const format = useFormat();
  const failureText = useFailureText();
  // As it was when asked: the list may be fetched anew.
  const [rows, setRows] = useState(() => [...gardens]);
  const [columns, setColumns] = useState<TypeColumn[]>([{ key: 0, type: null, heightCm: null }]);
  const [assignedDate, setAssigned] = useState<string | null>(null);
  const [dueDate, setDue] = useState<string | null>(null);
  const [contractor, setContractor] = useState<number | null>(null);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [checked, setChecked] = useState<GivenTask[]>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chosen = rows.filter(({ id }) => itemsOf(id, columns, quantities).length > 0);
  const isSound = columns.every((one) => !isTwice(columns, one) && isHeight(one.heightCm));
  const isWhole = isSound && assignedDate && dueDate && chosen.length > 0;
  const isTyped = [assignedDate, dueDate, contractor].some((one) => one !== null);
  const isDirty = () =>
    isTyped || quantities.size > 0 || columns.some(({ type, heightCm }) => type ?? heightCm);
  const { handleClose, guard } = useLeave(isDirty, onClose);
  const id = useId();
  const possible = checked?.filter(({ refusals }) => refusals.length === 0) ?? [];

  /** Drops the answer of the dry run when anything is changed, so that it is asked for again. */
  function changing<V>(set: (value: V) => void) {
    return (value: V) => {
      set(value);
      setChecked(undefined);
    };
  }

  async function send(dry_run: boolean) {
    if (!assignedDate || !dueDate) return;
    const wanted = dry_run ? chosen : possible.map(({ garden }) => ({ id: garden }));
    const body: BodyOf<"POST /plant-tree-task/give"> = {
      ...{ assignedDate, dueDate, contractor, dry_run },
      gardens: wanted.map(({ id }) => ({ garden: id, items: itemsOf(id, columns, quantities) })),
    };
    setBusy(true);
    setFailure(undefined);
    try {
      const { rows: answers } = await ask("POST /plant-tree-task/give", { body });
      if (dry_run) return setChecked(answers);
      await refresh(paths.plantTreeTask);
      const given = answers.filter(({ task }) => task !== null);
      toast.success(t("given", { n: format.number(given.length) }));
      if (given.length === answers.length) return onClose();
      // Only those that were refused stay: asked again, the others would get a second task.
      const left = answers.filter(({ task }) => task === null);
      setRows(rows.filter(({ id }) => !given.some(({ garden }) => garden === id)));
      setChecked(left);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      width={columns.length > 2 ? "lg" : "md"}
      onClose={() => !isBusy && handleClose()}
      title={t("give_title", { n: format.number(rows.length) })}
      actions={
        <>
          <Button disabled={isBusy} onClick={handleClose}>
            {t("app:cancel")}
          </Button>
          <Button
            type={checked ? "button" : "submit"}
            form={id}
            tone={checked ? "plain" : "primary"}
            busy={isBusy && !checked}
            disabled={!isWhole || isBusy}
            onClick={checked && (() => void send(true))}
          >
            {t("give_check")}
          </Button>
          {checked && (
            <Button
              type="submit"
              form={id}
              tone="primary"
              busy={isBusy}
              disabled={possible.length === 0}
            >
              {t("give")}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !isBusy) void send(!checked);
        }}
      >
        <TypeColumns value={columns} onChange={changing(setColumns)} />
        <div className="field-row">
          <DateField
            name="assignedDate"
            label={t("planting:assigned")}
            value={assignedDate}
            onChange={changing(setAssigned)}
          />
          <DateField
            name="dueDate"
            label={t("planting:due")}
            value={dueDate}
            onChange={changing(setDue)}
          />
        </div>
        <ContractorField
          name="contractor"
          value={contractor}
          onChange={changing(setContractor)}
          error={undefined}
        />
        <GardenQuantities
          gardens={rows}
          columns={columns}
          value={quantities}
          onChange={changing(setQuantities)}
          answers={checked}
        />
        {!isWhole && <p className="text-sm text-ink-2">{t("give_missing")}</p>}
        {checked && (
          <p role="status" className="text-sm font-medium">
            {t("give_summary", {
              n: format.number(possible.length),
              trees: format.number(total(possible)),
              left: format.number(checked.length - possible.length),
            })}
          </p>
        )}
        {failure && (
          <p role="alert" className="text-sm text-act">
            {failure}
          </p>
        )}
      </form>
      {guard}
    </Dialog>
  );
}
