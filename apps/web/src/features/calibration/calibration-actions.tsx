import type { Calibration } from "@nihol/contract/imagery/calibration";
import { paths } from "@nihol/contract/values/paths";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { UnsavedDialog } from "../../ui/form/unsaved-guard.tsx";
import { calibrationPath } from "./calibration-query.ts";
import { useBegin } from "./use-begin.ts";

type Props = {
  calibration: Calibration;
  name: string;
  /** Tells whether there are unsaved annotations: new windows replace what is shown. */
  isDirty: () => boolean;
};

/** Buttons for further windows, and for deleting all of them. */
export function CalibrationActions({ calibration, name, isDirty }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { busy, begin } = useBegin(String(calibration.whole_image));
  const [isAsked, setAsked] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { windows, marked, state, whole_image, can } = calibration;
  const isDrawing = state === "drawing";

  async function handleForget() {
    await del(calibrationPath(whole_image));
    toast.success(t("app:deleted"));
    await refresh(paths.wholeImage);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Plus className="size-4" />}
        busy={busy || isDrawing}
        disabled={!can.more && !isDrawing}
        onClick={() => (isDirty() ? setLeaving(true) : void begin())}
      >
        {t("more")}
      </Button>
      <Button
        tone="quiet"
        icon={<Trash2 className="size-4" />}
        disabled={isDrawing}
        onClick={() => setAsked(true)}
      >
        {t("forget")}
      </Button>
      <UnsavedDialog
        open={isLeaving}
        onStay={() => setLeaving(false)}
        onLeave={() => void begin()}
      />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t("forget_title", { name })}
        consequence={t("forget_text", {
          windows: format.number(windows.length),
          annotations: format.number(marked),
        })}
        action={t("app:delete")}
        onConfirm={handleForget}
      />
    </div>
  );
}
