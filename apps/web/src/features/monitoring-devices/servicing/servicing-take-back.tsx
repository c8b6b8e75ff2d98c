import type { Servicing } from "@nihol/contract/sensors/servicing";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { TakeBackDialog } from "../taking-back/take-back-dialog.tsx";

type Props = { device: number; entry: Servicing; onClose: () => void };

/** Asks why an entry is wrong before it is taken back. */
export function ServicingTakeBack({ device, entry, onClose }: Props) {
  const { t } = useTranslation("devices");
  const params = { id: device, entry: entry.id };
  return (
    <TakeBackDialog
      title={t("servicing_take_back_title")}
      text={t("servicing_take_back_text")}
      schema={async () =>
        (await import("@nihol/contract/sensors/servicing")).servicingTakeBack.body
      }
      onSend={(body) => ask("POST /device/:id/servicing/:entry/take-back", { params, body })}
      onClose={onClose}
    />
  );
}
