import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import dayjs from "dayjs";
import { Download, Satellite } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";
import { areaOf, choiceOf } from "./area-choice.ts";
import { AreaField } from "./area-field.tsx";
import { FetchPlanView } from "./fetch-plan-view.tsx";
import { useFetchPlan } from "./use-fetch-plan.ts";

type Props = {
  /** The source that is chosen at first. */
  start: number | null;
  /** The garden that is chosen at first. */
  garden: number | null;
  onStarted: (process: string) => void;
};

/** A source, an area and a day in place of a file: the image is fetched, and read like one that was uploaded. */
export function FetchForm(props: Props) {
  const { t } = useTranslation("imagery");
  const any = useQuery(recordsQuery(paths.imagerySource, { askable: "true", page_size: 1 }));
  if (any.data?.count === 0)
    return (
      <EmptyState
        icon={<Satellite />}
        title={t("fetch_none")}
        text={t("fetch_none_text")}
        action={
          <Link to="/admin/imagery_source" className={buttonClass("plain")}>
            {t("fetch_sources")}
          </Link>
        }
      />
    );
  return <Fields {...props} />;
}

const rules = async () => {
  const { processCreateSchema } = await import("@nihol/contract/imagery/processes");
  return processCreateSchema
    .pick({ source: true, date: true })
    .refine(({ source }) => source !== null, { error: "required", path: ["source"] });
};

function Fields({ start, garden, onStarted }: Props) {
  const { t } = useTranslation(["imagery", "errors"]);
  const [begun] = useState(() => choiceOf(garden, "garden"));
  const [area, setArea] = useState(begun);
  const [areaMissing, setAreaMissing] = useState(false);
  const form = useForm({
    schema: rules,
    initial: { source: start, date: "" },
    submit: async (values) => {
      const chosen = areaOf(area);
      if (!chosen) {
        setAreaMissing(true);
        throw new ApiError({ status: 400, code: "required", detail: t("errors:check_fields") });
      }
      const started = await ask("POST /satellite-imagery", { body: { ...values, area: chosen } });
      await refresh(paths.satelliteImagery);
      toast.success(t("process_started"));
      onStarted(String(started.id));
    },
  });
  const { source, date } = form.values;
  const isChosen = area !== begun && (areaOf(area) ?? null) !== null;
  const plan = useFetchPlan({ source, area: areaOf(area) ?? null, date });
  const said = plan.error instanceof ApiError ? plan.error.fields : {};
  const field = <Name extends "source" | "date">(name: Name) => {
    const given = form.field(name);
    return { ...given, error: given.error ?? said[name] };
  };
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => void form.handleSubmit(event)}
      className="grid gap-4"
    >
      <p className="text-sm text-ink-3">{t("fetch_text")}</p>
      <ReferenceField
        {...field("source")}
        label={t("source")}
        path={paths.imagerySource}
        filters={{ askable: "true" }}
      />
      <AreaField
        value={area}
        onChange={(next) => {
          setArea(next);
          setAreaMissing(false);
        }}
        facts={null}
        isWhole={false}
        error={areaMissing ? t("errors:required") : (form.errorOf("area") ?? said.area)}
      />
      <DateField
        {...field("date")}
        max={dayjs().format("YYYY-MM-DD")}
        label={t("capture_date")}
        hint={plan.data && !plan.data.has_date ? t("plan_no_days") : undefined}
      />
      <FetchPlanView
        plan={plan}
        date={date}
        onDay={(day) => form.set("date", day)}
        onRetry={() => void plan.refetch()}
      />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={() => !form.busy && (form.isDirty() || isChosen)} />
      <Button
        type="submit"
        tone="primary"
        busy={form.busy}
        icon={<Download className="size-4" />}
        className="justify-self-start"
      >
        {t("fetch_start")}
      </Button>
    </form>
  );
}
