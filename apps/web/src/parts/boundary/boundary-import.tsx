import type { TerritoryImport } from "@nihol/contract/territory";
import { limits } from "@nihol/contract/values/limits";
import type { TerritoryPath } from "@nihol/contract/values/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { askWithFile } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { useLeave } from "../../ui/form/use-leave.tsx";
import { Progress } from "../../ui/progress.tsx";
import { BoundaryImportPreview, type Choices } from "./boundary-import-preview.tsx";
import { GardensOutsideNote } from "./gardens-outside.tsx";

type Props = {
  title: string;
  path: TerritoryPath;
  onClose: () => void;
};

const noChoices: Choices = new Map();

/** Boundaries from a file: first what would change (`dry_run`), and what is to be chosen; then the change itself. */
export function BoundaryImport({ title, path, onClose }: Props) {
  const { t } = useTranslation(["territory", "app"]);
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(noChoices);
  const [preview, setPreview] = useState<TerritoryImport>();
  const [written, setWritten] = useState<TerritoryImport>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { handleClose, guard } = useLeave(() => choices.size > 0, onClose);

  async function send(chosen: File, said: Choices, isDryRun: boolean) {
    setBusy(true);
    setFailure(null);
    const query = {
      dry_run: isDryRun ? "1" : undefined,
      choices: [...said].map(([index, id]) => `${index}:${id ?? ""}`).join(),
    };
    try {
      const answer = await askWithFile(`POST ${path}/import`, { file: chosen, query });
      if (isDryRun) return setPreview(answer);
      await refresh(path);
      toast.success(t("import_done"));
      if (answer.gardens_outside.count === 0) return onClose();
      setChoices(noChoices);
      setWritten(answer);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function handleFile(chosen: File) {
    setFile(chosen);
    setPreview(undefined);
    setChoices(noChoices);
    void send(chosen, noChoices, true);
  }

  function handleChoose(index: number, id: number | null) {
    if (!file) return;
    const next = new Map(choices).set(index, id);
    setChoices(next);
    void send(file, next, true);
  }

  if (written)
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        description={t("import_done")}
        actions={<Button onClick={onClose}>{t("app:close")}</Button>}
      >
        <GardensOutsideNote gardens={written.gardens_outside} />
      </Dialog>
    );
  const actions = file && preview && (
    <>
      <Button onClick={() => setPreview(undefined)}>{t("import_again")}</Button>
      <Button
        tone="primary"
        busy={busy}
        disabled={preview.matched.length === 0}
        onClick={() => void send(file, choices, false)}
      >
        {t("import_apply")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={handleClose}
      title={title}
      description={t("import_text")}
      width="lg"
      actions={actions}
    >
      <div className="grid gap-4" aria-busy={busy || undefined}>
        {!preview && !busy && (
          <FileDrop
            label={t("import_file")}
            accept={[".geojson", ".json", ".kml", ".kmz"]}
            maxMegabytes={limits.boundaryFileBytes / 1024 ** 2}
            onFile={handleFile}
          />
        )}
        {busy && !preview && <Progress label={t("import_reading")} />}
        <FailureNote error={failure} />
        {preview && <GardensOutsideNote gardens={preview.gardens_outside} isPlanned />}
        {preview && <BoundaryImportPreview preview={preview} path={path} onChoose={handleChoose} />}
      </div>
      {guard}
    </Dialog>
  );
}
