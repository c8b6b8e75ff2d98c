import type { SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { drawPlots, type VisitAt } from "./survival-data.ts";

type Props = { at: VisitAt; visit: SurvivalVisit; survival: TaskSurvival; onClose: () => void };

/** Asks for the number of plots and their size; where they lie is nobody's choice. */
export function DrawDialog({
  at,
  visit: { draw },
  survival: { proposal, ground, ground_m2 },
  onClose,
}: Props) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/planting/survival")).survivalDrawCreateSchema,
    initial: {
      plots: draw?.plot_count ?? proposal?.plots ?? (null as number | null),
      radius_m: draw?.radius_m ?? proposal?.radius_m ?? (null as number | null),
      reason: "",
    },
    submit: async (values) => {
      await drawPlots(at, values);
      onClose();
    },
  });
  const area = Math.PI * (form.values.radius_m ?? 0) ** 2;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={draw ? t("draw_again") : t("draw")}
      description={draw ? t("draw_again_text") : t("draw_text")}
      action={draw ? t("draw_again") : t("draw")}
    >
      <p className="text-sm text-ink-2">
        {t(`ground_${ground}`, { area: format.number(ground_m2 ?? 0, 0) })}
      </p>
      {proposal && (
        <p className="text-sm text-ink-2">
          {t("proposal", {
            plots: format.number(proposal.plots),
            radius: format.number(proposal.radius_m, 2),
          })}
        </p>
      )}
      <div className="field-row">
        <NumberField {...form.field("plots")} label={t("plots")} />
        <NumberField
          {...form.field("radius_m")}
          label={t("radius")}
          unit={t("metres")}
          hint={t("plot_area", { area: format.number(area, 0) })}
        />
      </div>
      {draw && <TextArea {...form.field("reason")} label={t("reason")} />}
    </FormDialog>
  );
}
