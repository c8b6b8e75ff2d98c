import type { NewAt } from "@nihol/contract/api/calls";
import { paths } from "@nihol/contract/values/paths";
import { today } from "@nihol/contract/values/planting/programme-day";
import { type ViolationEvidence, violationKinds } from "@nihol/contract/values/violations";
import type { OpenedFrom } from "@nihol/contract/violations/violation-evidence";
import type { Point, ViolationDetail } from "@nihol/contract/violations/violations";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { askChange, askNew } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { changesOf } from "../../lib/form/changes-of.ts";
import { useForm } from "../../lib/form/form.ts";
import { useMadeOnce } from "../../lib/made-once.ts";
import { useHolds } from "../../lib/permissions.ts";
import { FilesToSend, useFilesToSend, withFiles } from "../../parts/attachments/files-to-send.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { TerritoryFields } from "../../parts/territory/territory-fields.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea, TextField } from "../../ui/form/text-field.tsx";
import { EvidenceFigures } from "./evidence-figures.tsx";
import { PlaceField } from "./place-field.tsx";
import { ResponsibleField } from "./responsible-field.tsx";

const loadViolations = async () =>
  (await import("@nihol/contract/violations/violations")).violations;

type Opened = {
  evidence: ViolationEvidence;
  from: OpenedFrom;
  /** Values that the form is filled with. */
  initial: {
    title: string;
    point: Point;
    garden: number | null;
    ministry: number | null;
    observed_on: string;
  };
};
type Props = {
  violation?: ViolationDetail;
  /** Evidence that a new case is opened from. */
  opened?: Opened;
  onClose: () => void;
  onSaved: (id: string) => void;
};

function initialOf(violation: ViolationDetail | undefined) {
  return {
    kind: (violation?.kind ?? "") as string,
    title: violation?.title ?? "",
    description: violation?.description ?? "",
    observed_on: violation?.observed_on ?? today(),
    point: (violation?.point ?? null) as Point | null,
    garden: violation?.garden?.id ?? null,
    region: violation?.region?.id ?? null,
    district: violation?.district?.id ?? null,
    ministry: violation?.ministry?.id ?? null,
    due_date: violation?.due_date ?? null,
    responsible: violation?.responsible?.id ?? null,
    reported_by: violation?.reported_by ?? "",
  };
}

/** Writing down a violation, and correcting what was written. */
export function ViolationForm({ violation, opened, onClose, onSaved }: Props) {
  const { t } = useTranslation(["violations", "files", "app"]);
  const may = {
    garden: useHolds("garden.view"),
    territory: [useHolds("region.view"), useHolds("district.view")].every(Boolean),
    ministry: useHolds("ministry.view"),
  };
  const initial = { ...initialOf(violation), ...opened?.initial };
  const made = useMadeOnce({
    make: (body: NewAt<typeof paths.violation>) => askNew(paths.violation, body),
    change: (id, body) => askChange(paths.violation, id, body),
  });
  const files = useFilesToSend();
  const mayAttach = useHolds("violation.change");
  const form = useForm({
    draft: `violation:${violation?.id ?? "new"}`,
    schema: async () => {
      const { patch, create } = await loadViolations();
      return violation ? patch : create;
    },
    initial,
    submit: async (values, settle) => {
      // A place that stays keeps the district that is known of it.
      if (violation) await askChange(paths.violation, violation.id, changesOf(values, initial));
      try {
        if (!violation) {
          const id = await made.save(
            (await loadViolations()).create.parse({ ...values, opened_from: opened?.from ?? null }),
          );
          settle();
          await files.sendTo(`${paths.violation}/${id}/file`);
        }
      } finally {
        await refresh(paths.violation);
      }
      toast.success(violation ? t("app:updated") : t("app:created"));
      onSaved(String(violation?.id ?? made.id()));
    },
  });
  const { point, garden, region, district, ministry } = form.values;
  const kinds = violationKinds.map((kind) => ({ value: kind as string, label: t(`kind_${kind}`) }));
  return (
    <FormPanel
      wide
      title={violation ? violation.title : t("violation_new")}
      form={withFiles(form, files)}
      action={violation ? undefined : t(made.id() ? "files:send_again" : "app:create")}
      onClose={() => (made.id() ? onSaved(String(made.id())) : onClose())}
    >
      {opened && <EvidenceFigures evidence={opened.evidence} />}
      <div className="field-row">
        <SelectField
          {...form.field("kind")}
          label={t("kind")}
          placeholder={t("app:choose")}
          options={kinds}
        />
        <DateField {...form.field("observed_on")} label={t("observed_on")} max={today()} />
      </div>
      <TextField {...form.field("title")} label={t("name")} autoComplete="off" />
      <TextArea {...form.field("description")} label={t("description")} rows={4} optional />
      <PlaceField {...form.field("point")} garden={garden} />
      {may.garden && (
        <ReferenceField
          {...form.field("garden")}
          label={t("garden")}
          path={paths.garden}
          optional
        />
      )}
      {may.territory && (
        <TerritoryFields
          region={{ ...form.field("region"), label: t("region"), hint: t("territory_hint") }}
          district={{ ...form.field("district"), label: t("district") }}
        />
      )}
      <TextField {...form.field("reported_by")} label={t("reported_by")} optional />
      {may.ministry && (
        <ReferenceField
          {...form.field("ministry")}
          label={t("ministry")}
          hint={t("ministry_hint")}
          path={paths.ministry}
          optional
        />
      )}
      <DateField
        {...form.field("due_date")}
        label={t("due_date")}
        hint={t("due_date_hint")}
        optional
      />
      <ResponsibleField
        {...form.field("responsible")}
        of={violation ? { violation: violation.id } : { point, garden, region, district, ministry }}
      />
      {!violation && mayAttach && <FilesToSend files={files} />}
    </FormPanel>
  );
}
