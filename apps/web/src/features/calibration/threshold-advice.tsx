import type { Calibration } from "@nihol/contract/imagery/calibration";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { betterThreshold } from "./advice.ts";
import { useKeepCalibration } from "./calibration-query.ts";

type Props = { calibration: Calibration; name: string };

/** Advises the threshold that suits the image, once enough windows are counted; and counting again with it. */
export function ThresholdAdvice({ calibration, name }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const navigate = useNavigate();
  const image = String(calibration.whole_image);
  const keep = useKeepCalibration(image);
  const [isAsked, setAsked] = useState(false);
  const { now } = calibration;
  const better = betterThreshold(calibration);
  if (!now) return null;
  const current = format.number(now.threshold, 2);
  if (!better) return <p className="text-sm text-ink-2">{t("best_is_now", { now: current })}</p>;
  const threshold = format.number(better.threshold, 2);

  async function handleRecount() {
    if (!better) return;
    const body = { threshold: better.threshold };
    keep(await ask("POST /whole-image/:id/calibration/recount", { params: { id: image }, body }));
    toast.success(t("recount_started"));
    void navigate({ to: "/admin/image_processing_ai/$image", params: { image } });
  }
  return (
    <section className="grid justify-items-start gap-2 rounded-lg border border-line bg-sunken p-3.5">
      <h2 className="text-sm font-semibold text-balance">{t("best_title")}</h2>
      <p className="numeric text-sm text-ink-2">
        {t("best_text", {
          best: threshold,
          now: current,
          precision: format.number(100 * better.precision, 0),
          recall: format.number(100 * better.recall, 0),
        })}
      </p>
      {calibration.can.recount && (
        <Button
          className="h-auto! min-h-9 py-1.5 text-start whitespace-normal!"
          icon={<RotateCcw aria-hidden className="size-4 shrink-0" />}
          onClick={() => setAsked(true)}
        >
          {t("recount")}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t("recount_title", { name, threshold })}
        consequence={t("recount_text", { trees: format.number(calibration.total) })}
        action={t("recount")}
        tone="primary"
        onConfirm={handleRecount}
      />
    </section>
  );
}
