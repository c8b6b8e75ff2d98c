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

type Giving = {
  onClose: () => void;
  /** Some of the gardens have their task, others were refused. */
  onGiven: (gardens: ReadonlySet<number>) => void;
};

/** Gives the tasks or asks what would become of them, and keeps the answer. */
function useGiving({ onClose, onGiven }: Giving) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const failureText = useFailureText();
  const [checked, setChecked] = useState<GivenTask[]>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function give(body: BodyOf<"POST /plant-tree-task/give">) {
    setBusy(true);
    setFailure(undefined);
    try {
      const { rows: answers } = await ask("POST /plant-tree-task/give", { body });
      if (body.dry_run) return setChecked(answers);
      await refresh(paths.plantTreeTask);
      const given = answers.filter(({ task }) => task !== null);
      toast.success(t("given", { n: format.number(given.length) }));
      if (given.length === answers.length) return onClose();
      // Only those that were refused stay: asked again, the others would get a second task.
      onGiven(new Set(given.map(({ garden }) => garden)));
      setChecked(answers.filter(({ task }) => task === null));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return { checked, failure, isBusy, give, putAside: () => setChecked(undefined) };
}

const total = (rows: readonly GivenTask[]) => rows.reduce((sum, { trees }) => sum + trees, 0);

type SummaryProps = { checked: readonly GivenTask[]; possible: readonly GivenTask[] };

/** Sums up the dry run: tasks and trees to be given, and how many gardens are left out. */
function Summary({ checked, possible }: SummaryProps) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  return (
    <p role="status" className="text-sm font-medium">
      {t("give_summary", {
        n: format.number(possible.length),
        trees: format.number(total(possible)),
        left: format.number(checked.length - possible.length),
      })}
    </p>
  );
}

type ActionProps = {
  /** Of the form that the buttons send. */
  id: string;
  isBusy: boolean;
  isWhole: boolean;
  /** Set after the dry run: how many tasks may be given. */
  checked: { possible: number } | undefined;
  onCancel: () => void;
  onCheck: () => void;
};

/** A dry run comes first; after it the tasks are given, or it is run once more. */
function GiveActions({ id, isBusy, isWhole, checked, onCancel, onCheck }: ActionProps) {
  const { t } = useTranslation(["tasks", "app"]);
  return (
    <>
      <Button disabled={isBusy} onClick={onCancel}>
        {t("app:cancel")}
      </Button>
      <Button
        type={checked ? "button" : "submit"}
        form={id}
        tone={checked ? "plain" : "primary"}
        busy={isBusy && !checked}
        disabled={!isWhole || isBusy}
        onClick={checked && onCheck}
      >
        {t("give_check")}
      </Button>
      {checked && (
        <Button
          type="submit"
          form={id}
          tone="primary"
          busy={isBusy}
          disabled={checked.possible === 0}
        >
          {t("give")}
        </Button>
      )}
    </>
  );
}

type DaysProps = {
  assigned: string | null;
  onAssigned: (day: string | null) => void;
  due: string | null;
  onDue: (day: string | null) => void;
};

/** Days between which the trees are to be planted. */
function TaskDays({ assigned, onAssigned, due, onDue }: DaysProps) {
  const { t } = useTranslation("planting");
  return (
    <div className="field-row">
      <DateField name="assignedDate" label={t("assigned")} value={assigned} onChange={onAssigned} />
      <DateField name="dueDate" label={t("due")} value={due} onChange={onDue} />
    </div>
  );
}

function Question({ gardens, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["tasks", "planting", "app"]);
  const format = useFormat();
  // As it was when asked: the list may be fetched anew.
  const [rows, setRows] = useState(() => [...gardens]);
  const [columns, setColumns] = useState<TypeColumn[]>([{ key: 0, type: null, heightCm: null }]);
  const [assignedDate, setAssigned] = useState<string | null>(null);
  const [dueDate, setDue] = useState<string | null>(null);
  const [contractor, setContractor] = useState<number | null>(null);
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const onGiven = (given: ReadonlySet<number>) => setRows(rows.filter(({ id }) => !given.has(id)));
  const { checked, failure, isBusy, give, putAside } = useGiving({ onClose, onGiven });
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
      putAside();
    };
  }

  function send(dry_run: boolean) {
    if (!assignedDate || !dueDate) return;
    const wanted = dry_run ? chosen : possible.map(({ garden }) => ({ id: garden }));
    void give({
      ...{ assignedDate, dueDate, contractor, dry_run },
      gardens: wanted.map(({ id }) => ({ garden: id, items: itemsOf(id, columns, quantities) })),
    });
  }

  return (
    <Dialog
      open
      width={columns.length > 2 ? "lg" : "md"}
      onClose={() => !isBusy && handleClose()}
      title={t("give_title", { n: format.number(rows.length) })}
      actions={
        <GiveActions
          {...{ id, isBusy }}
          isWhole={Boolean(isWhole)}
          checked={checked && { possible: possible.length }}
          onCancel={handleClose}
          onCheck={() => send(true)}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !isBusy) send(!checked);
        }}
      >
        <TypeColumns value={columns} onChange={changing(setColumns)} />
        <TaskDays
          assigned={assignedDate}
          onAssigned={changing(setAssigned)}
          due={dueDate}
          onDue={changing(setDue)}
        />
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
        {checked && <Summary checked={checked} possible={possible} />}
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
