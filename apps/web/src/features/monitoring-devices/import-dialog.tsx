import type { Device } from "@nihol/contract/sensors/devices";
import type { ColumnRole, ReadingImport } from "@nihol/contract/sensors/readings";
import { paths } from "@nihol/contract/values/paths";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { timeZone } from "../../lib/api/time-zone.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useLeave } from "../../ui/form/use-leave.tsx";
import { ImportPreview } from "./import-preview.tsx";

type Props = { device?: Device; onClose: () => void };
type Choice = { file: File; device: number | null; timezone: string; roles?: ColumnRole[] } & Said;
/** Answers of the person to what the file leaves open. */
type Said = { units?: string[]; dayOrder?: "dmy" | "mdy" };

/** A chosen file, what the server would make of it, and its import. */
function useImport(onClose: () => void) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>();
  const [preview, setPreview] = useState<ReadingImport>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function send(next: Choice, isDryRun: boolean): Promise<ReadingImport | undefined> {
    setBusy(true);
    setFailure(null);
    const form = new FormData();
    form.append("file", next.file);
    const query = {
      device: next.device,
      timezone: next.timezone,
      mapping: next.roles?.join(","),
      units: next.units?.join(","),
      day_order: next.dayOrder,
      dry_run: isDryRun ? "1" : "0",
    };
    try {
      return await ask("POST /device/reading/import", { query, body: form });
    } catch (error) {
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function previewAgain(next: Choice) {
    setChoice(next);
    setPreview(await send(next, true));
  }
  const change = (next: Partial<Choice>) => choice && void previewAgain({ ...choice, ...next });

  async function handleImport() {
    const done = choice && (await send(choice, false));
    if (!done) return;
    toast.success(t("imported", { n: format.number(done.accepted) }));
    await refresh(paths.device);
    onClose();
  }

  return {
    ...{ choice, preview, busy, failure, previewAgain, change, handleImport },
    putAside: () => setPreview(undefined),
  };
}

/** Readings from a file: a preview with what each column holds, then written. */
export function ImportDialog({ device, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const { choice, preview, busy, failure, ...readings } = useImport(onClose);
  const { change } = readings;
  const [target, setTarget] = useState(device?.id ?? null);
  const [zone, setZone] = useState(timeZone());
  const { handleClose, guard } = useLeave(() => choice?.roles !== undefined, onClose);

  const actions = preview && (
    <>
      <Button onClick={() => readings.putAside()}>{t("other_file")}</Button>
      <Button
        tone="primary"
        busy={busy}
        disabled={preview.accepted + preview.conflicts === 0}
        onClick={readings.handleImport}
      >
        {t("import_do", { n: format.number(preview.accepted) })}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={handleClose}
      width="lg"
      title={device ? t("import_title_of", { name: device.name }) : t("import_title")}
      description={t("import_about")}
      actions={actions}
    >
      <div className="grid gap-4" aria-busy={busy || undefined}>
        <div className="field-row">
          {!device && (
            <ReferenceField
              name="device"
              label={t("device")}
              hint={t("import_device_hint")}
              path={paths.device}
              optional
              value={target}
              onChange={(id) => {
                setTarget(id);
                change({ device: id, roles: undefined, units: undefined });
              }}
            />
          )}
          <TextField
            name="timezone"
            label={t("timezone")}
            hint={t("timezone_hint")}
            value={zone}
            onChange={setZone}
            onBlur={() => zone !== choice?.timezone && change({ timezone: zone })}
          />
        </div>
        {preview && choice ? (
          <ImportPreview
            file={choice.file.name}
            preview={preview}
            type={device?.type}
            onRoles={(roles) => change({ roles, units: undefined })}
            onUnits={(units) => change({ units, roles: preview.columns.map(({ role }) => role) })}
            onDayOrder={(dayOrder) => change({ dayOrder })}
          />
        ) : (
          <FileDrop
            label={busy ? t("app:loading") : t("import_file")}
            accept={[".csv", ".txt", ".tsv"]}
            maxMegabytes={readingLimits.importBytes / 1024 ** 2}
            disabled={busy}
            onFile={(file) => void readings.previewAgain({ file, device: target, timezone: zone })}
          />
        )}
        <FailureNote error={failure} />
      </div>
      {guard}
    </Dialog>
  );
}
