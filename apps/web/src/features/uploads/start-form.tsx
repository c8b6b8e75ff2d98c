import type { Process } from "@nihol/contract/imagery/processes";
import type { Upload } from "@nihol/contract/imagery/uploads";
import { paths } from "@nihol/contract/values/paths";
import dayjs from "dayjs";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";
import { type AreaChoice, areaOf, choiceOf } from "./area-choice.ts";
import { AreaField } from "./area-field.tsx";

type Props = {
  /** Ties the button in the panel's footer to the form. */
  id: string;
  upload: Upload;
  /** The garden whose image this is to be, where its sender came from one. */
  garden: number | null;
  /** True where leaving asks first: not while the whole upload is being thrown away. */
  guarded: boolean;
  onBusy: (busy: boolean) => void;
  onStarted: (process: Process) => void;
};

const sentSchema = async () =>
  (await import("@nihol/contract/imagery/processes")).processCreateSchema.omit({ area: true });

/** Date, area and threshold of a new process over an image that has arrived. */
export function StartForm({ id, upload, garden, guarded, onBusy, onStarted }: Props) {
  const { t } = useTranslation(["imagery", "errors"]);
  const [begun] = useState(() => choiceOf(garden, "image"));
  const [area, setArea] = useState(begun);
  const [areaMissing, setAreaMissing] = useState(false);
  const guess = upload.facts?.capture_date ?? null;
  const basis = upload.facts?.capture_date_basis;
  const form = useForm({
    schema: sentSchema,
    initial: {
      upload: upload.id,
      source: null as number | null,
      date: guess ?? "",
      threshold: null as number | null,
    },
    submit: async (values) => {
      const chosen = areaOf(area);
      if (chosen === undefined) {
        setAreaMissing(true);
        throw new ApiError({ status: 400, code: "required", detail: t("errors:check_fields") });
      }
      onBusy(true);
      try {
        const started = await ask("POST /satellite-imagery", { body: { ...values, area: chosen } });
        await refresh(paths.satelliteImagery);
        toast.success(t("process_started"));
        onStarted(started);
      } finally {
        onBusy(false);
      }
    },
  });

  const isDirty = () => guarded && !form.busy && (form.isDirty() || area !== begun);

  function handleArea(next: AreaChoice) {
    setArea(next);
    setAreaMissing(false);
  }

  return (
    <form
      id={id}
      ref={form.ref}
      onSubmit={(event) => void form.handleSubmit(event)}
      noValidate
      className="grid gap-4"
    >
      <DateField
        {...form.field("date")}
        max={dayjs().format("YYYY-MM-DD")}
        label={t("capture_date")}
        hint={guess && basis ? t(`date_basis_${basis}`) : t("date_basis_none")}
      />
      <AreaField
        value={area}
        onChange={handleArea}
        facts={upload.facts}
        error={areaMissing ? t("errors:required") : form.errorOf("area")}
      />
      <details className="group">
        <summary className="w-fit cursor-pointer rounded text-sm font-medium text-ink-2 hover:text-ink">
          {t("advanced")}
        </summary>
        <div className="grid gap-4 pt-3">
          <ReferenceField
            {...form.field("source")}
            label={t("source")}
            hint={t("credit_hint")}
            path={paths.imagerySource}
            filters={{ kind: "upload" }}
            optional
          />
          <Threshold
            error={form.errorOf("threshold")}
            onChange={(threshold) => form.set("threshold", threshold)}
          />
        </div>
      </details>
      <FormFailure form={form} />
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}

type ThresholdProps = { error: string | undefined; onChange: (value: number | null) => void };

/** Empty: the model's own. A comma is as good as a point. */
function Threshold({ error, onChange }: ThresholdProps) {
  const { t } = useTranslation("imagery");
  const [text, setText] = useState("");
  function handleText(next: string) {
    setText(next);
    onChange(next.trim() === "" ? null : Number(next.replace(",", ".")));
  }
  return (
    <TextField
      name="threshold"
      label={t("threshold")}
      hint={t("threshold_hint")}
      optional
      inputMode="decimal"
      value={text}
      onChange={handleText}
      error={error}
      className="max-w-32"
    />
  );
}
