import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { firstStatuses, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { maxOnGround } from "@nihol/contract/values/planting/plausible-counts";
import { perimeterOf } from "@nihol/geo/flat-meters";
import { useQuery } from "@tanstack/react-query";
import dayjs from "dayjs";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ContractorField } from "../../parts/planting/contractor-field.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import type { Replanting } from "./survival/replant-proposal.ts";
import { useTaskName } from "./task/task-name.ts";
import { type TaskItem, TaskItems } from "./task-items.tsx";

const api = resourceApi(paths.plantTreeTask, paths.plantTreeType);
const loadTasks = async () =>
  (await import("@nihol/contract/planting/plant-tree-tasks")).plantTreeTasks;

type Props = {
  task?: PlantTreeTask;
  /** The garden that the list is filtered by: a new task is most likely for it. */
  garden?: string;
  /** Trees that were lost and are to be planted again. */
  replanting?: Replanting;
  onClose: () => void;
  onSaved: (id: string) => void;
};

function initialValues(
  task: PlantTreeTask | undefined,
  garden: string | undefined,
  replanting: Replanting | undefined,
) {
  const items: TaskItem[] = task?.items.map(({ tree_type, quantity, stock_height_cm }) => ({
    tree_type: tree_type.id,
    quantity,
    stock_height_cm,
  })) ??
    replanting?.items ?? [{ tree_type: null, quantity: null }];
  return {
    garden: task?.garden.id ?? (garden ? Number(garden) : null),
    ministry: task?.ministry?.id ?? null,
    contractor: task?.contractor?.id ?? null,
    assignedDate: task?.assignedDate ?? dayjs().format("YYYY-MM-DD"),
    dueDate: task?.dueDate ?? "",
    items,
    spacing_m: task?.spacing_m ?? null,
    status: task?.status ?? ("pending" as TaskStatus),
    comment: "",
  };
}

/** Giving a task and changing it; another status goes by the same table as everywhere. */
export function TaskForm({ task, garden, replanting, onClose, onSaved }: Props) {
  const { t } = useTranslation(["planting", "tasks", "app"]);
  const taskName = useTaskName();
  const maySeeMinistries = useHolds("ministry.view");
  const form = useForm({
    draft: `task:${task?.id ?? "new"}`,
    schema: async () => {
      const { patch, create } = await loadTasks();
      return task ? patch : create;
    },
    initial: initialValues(task, garden, replanting),
    submit: async ({ ministry, ...values }) => {
      // Left empty in a new task, it is the garden's.
      const sent = task || ministry ? { ...values, ministry } : values;
      const saved = task
        ? await api.patch(task.id, sent)
        : await api.create(
            (await loadTasks()).create.parse({
              ...sent,
              replaces: replanting && { task: replanting.task, visit: replanting.visit },
            }),
          );
      toast.success(task ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const { status, garden: chosen, ministry, items, spacing_m: spacing } = form.values;
  const moving = task?.transitions.find(({ to }) => to === status);
  return (
    <FormPanel
      wide
      title={
        task
          ? taskName(task)
          : replanting
            ? t("tasks:replanting_of", { id: replanting.task })
            : t("task_new")
      }
      form={form}
      action={task ? undefined : t("app:create")}
      onClose={onClose}
    >
      <div className={maySeeMinistries ? "field-row" : undefined}>
        <ReferenceField {...form.field("garden")} label={t("garden")} path={paths.garden} />
        {maySeeMinistries && (
          <ReferenceField
            {...form.field("ministry")}
            label={t("ministry")}
            hint={!task && !ministry && <MinistryHint garden={chosen} />}
            path={paths.ministry}
            optional
          />
        )}
      </div>
      <ContractorField {...form.field("contractor")} own={task?.contractor} />
      <div className="field-row">
        <DateField {...form.field("assignedDate")} label={t("assigned")} />
        <DateField {...form.field("dueDate")} label={t("due")} />
      </div>
      <TaskItems {...form.field("items")} errorOf={form.errorOf} />
      <NumberField
        {...form.field("spacing_m")}
        label={t("spacing_label")}
        hint={<SpacingHint garden={chosen} items={items} spacing={spacing} />}
        optional
      />
      <SelectField
        {...form.field("status")}
        label={t("status")}
        options={(task
          ? [task.status, ...task.transitions.map(({ to }) => to)]
          : [...firstStatuses]
        ).map((one: TaskStatus) => ({ value: one, label: t(`status_${one}`) }))}
      />
      {(moving || !task) && (
        <TextArea
          {...form.field("comment")}
          label={t("comment")}
          hint={t("comment_hint")}
          optional={!moving?.needs_comment}
          rows={2}
        />
      )}
    </FormPanel>
  );
}

const useGarden = (id: number | null) =>
  useQuery({ ...recordQuery(paths.garden, id ?? ""), enabled: id !== null }).data;

type SpacingProps = { garden: number | null; items: TaskItem[]; spacing: number | null };

/** Says what the spacing is for; asks once more where the ground does not hold so many trees. */
function SpacingHint({ garden: id, items, spacing }: SpacingProps) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const garden = useGarden(id);
  const trees = items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  if (!spacing || !garden?.area_m2 || !garden.bbox) return t("spacing_hint");
  const max = maxOnGround(garden.area_m2, spacing, perimeterOf(garden.bbox));
  if (trees <= max) return t("spacing_hint");
  return (
    <span role="status" className="text-watch">
      {t("order_really", {
        n: format.number(trees),
        max: format.number(max),
        area: format.hectares(garden.area_m2),
      })}
    </span>
  );
}

/** Names the organization that gets the task when nobody is named. */
function MinistryHint({ garden }: { garden: number | null }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const data = useGarden(garden);
  const name = format.name(data?.ministry?.name);
  return name ? `${t("ministry_hint")}: ${name}` : t("ministry_hint");
}
