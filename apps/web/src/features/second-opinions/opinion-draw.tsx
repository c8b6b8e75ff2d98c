import type { SecondOpinions } from "@nihol/contract/imagery/second-opinions";
import { opinionLimits } from "@nihol/contract/values/imagery/calibration";
import { Dices } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { useFreshOpinions } from "./opinion-query.ts";

const shares = [0.05, 0.1, 0.2, 0.5, 1];

/** Draws a share of what was looked through, ends what is open, and says how it was drawn before. */
export function OpinionDraw({ opinions }: { opinions: SecondOpinions }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const image = String(opinions.whole_image);
  const refresh = useFreshOpinions(image);
  const failureText = useFailureText();
  const [share, setShare] = useState<number>(opinionLimits.share.usual);
  const [busy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { can, to_draw, open, draws } = opinions;

  async function handleDraw() {
    setBusy(true);
    try {
      await ask("POST /whole-image/:id/second-opinion", { params: { id: image }, body: { share } });
      await refresh();
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  async function handleEnd() {
    await ask("DELETE /whole-image/:id/second-opinion", { params: { id: image } });
    await refresh();
    setEnding(false);
  }
  return (
    <section aria-label={t("draw_title")} className="grid gap-2">
      <h2 className="text-base font-semibold">{t("draw_title")}</h2>
      <p className="text-sm text-ink-2">{t("to_draw", { n: format.number(to_draw) })}</p>
      {(can.draw || can.end) && (
        <div className="flex flex-wrap items-center gap-2">
          {can.draw && (
            <>
              <SelectBox
                aria-label={t("share")}
                className="w-28!"
                value={String(share)}
                options={shares.map((one) => ({
                  value: String(one),
                  label: format.share(one, 0),
                }))}
                onChange={(next) => setShare(Number(next))}
              />
              <Button
                tone="primary"
                icon={<Dices className="size-4" />}
                busy={busy}
                onClick={() => void handleDraw()}
              >
                {t("draw")}
              </Button>
            </>
          )}
          {can.end && (
            <Button tone="quiet" onClick={() => setEnding(true)}>
              {t("end")}
            </Button>
          )}
        </div>
      )}
      {draws.length > 0 && (
        <ul className="grid gap-1 text-xs text-ink-3">
          {draws.map((draw) => (
            <li key={draw.id} className="numeric">
              {t("drawn", {
                share: format.share(draw.share, 0),
                of: format.number(draw.of),
                name: draw.drawn_by ?? t("somebody"),
                date: format.date(draw.drawn_at),
                seed: draw.seed,
              })}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title={t("end_title", { n: format.number(open) })}
        consequence={t("end_text")}
        action={t("end")}
        onConfirm={handleEnd}
      />
    </section>
  );
}
