import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingImport } from "@nihol/contract/sensors/readings";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { timeZone } from "../../../lib/api/time-zone.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ReferenceField } from "../../../parts/records/reference-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { useLeave } from "../../../ui/form/use-leave.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { type Choice, unitsBeside, unsaid, useReadingImport } from "./use-reading-import.ts";

type Props = { device?: Device; onClose: () => void };

/** Readings from a file: a preview with what each column holds, then written. */
export function ImportDialog({ device, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const { choice, preview, busy, failure, ...readings } = useReadingImport(onClose);
  const { change, correct } = readings;
  const [target, setTarget] = useState(device?.id ?? null);
  /** As it is typed; until then as the file is read. */
  const [typedZone, setTypedZone] = useState<string>();
  const readIn = preview?.timezone_in_file === false ? preview.timezone : choice?.timezone;
  const zone = typedZone ?? readIn ?? timeZone();
  const kept = useKept(choice, preview, device);
  const { handleClose, guard } = useLeave(() => choice?.isCorrected === true, onClose);

  const actions = preview && (
    <>
      <Button onClick={() => readings.putAside()}>{t("other_file")}</Button>
      <Button
        tone="primary"
        busy={busy}
        disabled={preview.accepted + preview.conflicts === 0 || kept.isUnnamed}
        onClick={() => void readings.handleImport(kept.sent)}
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
                change({ ...unsaid, device: id, profile: "newest" });
              }}
            />
          )}
          <TextField
            name="timezone"
            label={t("timezone")}
            hint={t("timezone_hint")}
            value={zone}
            onChange={setTypedZone}
            onBlur={() => {
              if (typedZone !== undefined && typedZone !== choice?.timezone)
                correct({ timezone: typedZone });
            }}
          />
        </div>
        {preview && choice ? (
          <ImportPreview
            file={choice.file.name}
            preview={preview}
            type={device?.type}
            onRoles={(roles) => correct({ roles, units: unitsBeside(preview, roles) })}
            onUnits={(units) => correct({ units, roles: preview.columns.map(({ role }) => role) })}
            onDayOrder={(dayOrder) => correct({ dayOrder })}
            onProfile={(profile) => {
              setTypedZone(undefined);
              change({ ...unsaid, profile });
            }}
          />
        ) : (
          <FileDrop
            label={busy ? t("app:loading") : t("import_file")}
            accept={[".csv", ".txt", ".tsv"]}
            maxMegabytes={readingLimits.importBytes / 1024 ** 2}
            disabled={busy}
            onFile={(file) => {
              setTypedZone(undefined);
              void readings.previewAgain({
                ...{ file, device: target, timezone: zone, profile: "newest" },
              });
            }}
          />
        )}
        {preview && kept.isOffered && <KeepField {...kept} />}
        <FailureNote error={failure} />
      </div>
      {guard}
    </Dialog>
  );
}

/** Columns, units and zone are kept for the next files under a name: of the profile that was corrected, of the device or the file. */
function useKept(choice: Choice | undefined, preview: ReadingImport | undefined, device?: Device) {
  const [isKept, setKept] = useState(true);
  const [typed, setTyped] = useState<string>();
  const usual = choice?.profileName ?? device?.name ?? choice?.file.name.replace(/\.\w+$/, "");
  const name = typed ?? usual?.slice(0, limits.deviceFact.max) ?? "";
  const hasHeadings = preview?.columns.some((column) => column.name !== "") ?? false;
  const isFew = (preview?.columns.length ?? 0) <= readingLimits.profileColumns;
  const isOffered =
    choice?.isCorrected === true && isFew && (hasHeadings || choice.device !== null);
  const isSent = isOffered && isKept;
  return {
    ...{ isKept, setKept, name, setTyped, isOffered },
    isUnnamed: isSent && name.trim() === "",
    sent: isSent ? name : undefined,
  };
}

function KeepField({ isKept, setKept, name, setTyped, isUnnamed }: ReturnType<typeof useKept>) {
  const { t } = useTranslation(["devices", "errors"]);
  return (
    <div className="grid gap-2">
      <Checkbox checked={isKept} onChange={setKept}>
        {t("profile_keep")}
      </Checkbox>
      {isKept && (
        <TextField
          name="profile_name"
          label={t("profile_name")}
          maxLength={limits.deviceFact.max}
          error={isUnnamed ? t("errors:required") : undefined}
          value={name}
          onChange={setTyped}
        />
      )}
    </div>
  );
}
