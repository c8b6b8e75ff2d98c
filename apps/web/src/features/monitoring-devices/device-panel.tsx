import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartLine, FileUp, KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useParameterRows } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { BadIntervals } from "./bad-intervals/bad-intervals.tsx";
import { Calibrations } from "./calibrations/calibrations.tsx";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceForm } from "./device-form.tsx";
import { DeviceIntake } from "./device-intake.tsx";
import { ImportDialog } from "./file/import-dialog.tsx";
import { LatestValues } from "./latest-values.tsx";
import { FormerPlaces } from "./places/former-places.tsx";
import { ServicingLog } from "./servicing/servicing-log.tsx";
import { TokenDialog } from "./token-dialog.tsx";

type Asking = "delete" | "token" | "import";

/** Panel of one device: its newest values, where it stands, and how it is allowed to send. */
export function DevicePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.device, id));
  const parameters = useParameterRows();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const handleDelete = useDelete(paths.device, id, onClose);
  const done = () => setEditing(false);
  const close = () => setAsking(undefined);
  if (editing && query.data)
    return <DeviceForm device={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={(device) => device.name}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setAsking("delete")}
    >
      {(device) =>
        // Names that came later than the record would move what stands below them.
        parameters.isPending ? (
          <SkeletonLines lines={7} />
        ) : (
          <div className="grid gap-5">
            <LatestValues device={device} />
            <div className="flex flex-wrap gap-2">
              <Link
                to={`/admin/${device.type}_monitoring`}
                search={{ device: String(device.id) }}
                className={buttonClass("plain", "sm")}
              >
                <ChartLine aria-hidden className="size-4" />
                {t("open_readings")}
              </Link>
              {device.can.change && (
                <>
                  <Button
                    size="sm"
                    icon={<KeyRound className="size-4" />}
                    onClick={() => setAsking("token")}
                  >
                    {t("token")}
                  </Button>
                  <Button
                    size="sm"
                    icon={<FileUp className="size-4" />}
                    onClick={() => setAsking("import")}
                  >
                    {t("import")}
                  </Button>
                </>
              )}
            </div>
            <DeviceFacts device={device} />
            <FormerPlaces device={device} />
            <ServicingLog device={device} />
            <Calibrations device={device} />
            <BadIntervals device={device} />
            <DeviceIntake device={device} />
            {asking === "token" && <TokenDialog device={device} onClose={close} />}
            {asking === "import" && <ImportDialog device={device} onClose={close} />}
            <ConfirmDialog
              open={asking === "delete"}
              onClose={close}
              title={t("delete_title", { name: device.name })}
              consequence={
                device.last_reading_at
                  ? t("delete_text", { date: format.dateTime(device.last_reading_at) })
                  : t("delete_text_empty")
              }
              action={t("app:delete")}
              onConfirm={handleDelete}
            />
          </div>
        )
      }
    </RecordPanel>
  );
}
