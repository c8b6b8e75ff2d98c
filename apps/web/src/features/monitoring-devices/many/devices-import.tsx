import type { DeviceImport } from "@nihol/contract/sensors/device-import";
import { paths } from "@nihol/contract/values/paths";
import {
  type DeviceColumn,
  deviceImportLimits,
} from "@nihol/contract/values/sensors/device-import";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { csvDivider, csvText } from "../../../lib/text/csv-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { DevicesPreview } from "./devices-preview.tsx";

type Choice = { file: File; roles?: DeviceColumn[] };

/** Devices from a file: read first, row by row, then made. */
export default function DevicesImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>();
  const [preview, setPreview] = useState<DeviceImport>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function send(next: Choice, isDryRun: boolean) {
    setBusy(true);
    setFailure(null);
    const body = new FormData();
    body.append("file", next.file);
    const query = { mapping: next.roles?.join(","), dry_run: isDryRun ? "1" : "0" };
    try {
      return await ask("POST /device/import", { query, body });
    } catch (error) {
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  async function readAgain(next: Choice) {
    setChoice(next);
    setPreview(await send(next, true));
  }
  async function handleImport() {
    const done = choice && (await send(choice, false));
    if (!done) return;
    toast.success(t("many_made", { n: format.number(done.accepted) }));
    await refresh(paths.device, paths.deviceGroup);
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("many_title")}
      description={t("many_about", { max: format.number(deviceImportLimits.rows) })}
      actions={
        preview && (
          <>
            <Button onClick={() => setPreview(undefined)}>{t("other_file")}</Button>
            <Button
              tone="primary"
              busy={busy}
              disabled={preview.accepted === 0}
              onClick={() => void handleImport()}
            >
              {t("many_do", { n: format.number(preview.accepted) })}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4" aria-busy={busy || undefined}>
        {preview && choice ? (
          <DevicesPreview
            file={choice.file.name}
            preview={preview}
            onRoles={(roles) => void readAgain({ ...choice, roles })}
          />
        ) : (
          <>
            <FileDrop
              label={busy ? t("app:loading") : t("many_file")}
              accept={[".xlsx", ".csv", ".txt", ".tsv"]}
              maxMegabytes={deviceImportLimits.fileBytes / 1024 ** 2}
              disabled={busy}
              onFile={(file) => void readAgain({ file })}
            />
            <EmptyTable />
          </>
        )}
        <FailureNote error={failure} />
      </div>
    </Dialog>
  );
}

/** A table to be filled in: headings of the reader's language, and one row as an example. */
function EmptyTable() {
  const { t } = useTranslation(["devices", "map"]);
  const { language } = useFormat();
  function handleSave() {
    const rows = [
      ["name", "type", "latitude", "longitude", "garden", "serial", "maker", "model", "groups"].map(
        (key) => t(key),
      ),
      ["HIS-AIR-07", t("map:device_air"), "38.5472", "68.4519", "", "A-2025-1037", "", "", ""],
    ];
    const type = "text/csv;charset=utf-8";
    saveFile(new Blob([csvText(rows, csvDivider(language))], { type }), "devices.csv");
  }
  return (
    <Button size="sm" className="justify-self-start" onClick={handleSave}>
      {t("many_empty")}
    </Button>
  );
}
