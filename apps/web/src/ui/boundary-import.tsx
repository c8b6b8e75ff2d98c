import { limits } from "@nihol/contract/limits";
import type { territoryImportSchema } from "@nihol/contract/territory";
import type { z } from "@nihol/contract/z";
import { type ReactNode, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useFormat } from "../lib/format.ts";
import { refresh } from "../lib/query-client.ts";
import { upload } from "../lib/upload.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FailureNote } from "./error-panel.tsx";
import { FileDrop } from "./file-drop.tsx";
import { Progress } from "./progress.tsx";

type Import = z.output<typeof territoryImportSchema>;

type Props = {
  title: string;
  /** "/region" or "/district". */
  path: string;
  onClose: () => void;
};

/** Boundaries from a file: first what would change (`dry_run`), then the change itself. */
export function BoundaryImport({ title, path, onClose }: Props) {
  const { t } = useTranslation(["territory", "app"]);
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Import>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function send(chosen: File, dryRun: boolean) {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await upload<Import>(`${path}/import${dryRun ? "?dry_run=1" : ""}`, {
        file: chosen,
      });
      if (dryRun) return setPreview(answer);
      await refresh(path);
      toast.success(t("import_done"));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function handleFile(chosen: File) {
    setFile(chosen);
    setPreview(undefined);
    void send(chosen, true);
  }

  const actions = file && preview && (
    <>
      <Button onClick={() => setPreview(undefined)}>{t("import_again")}</Button>
      <Button
        tone="primary"
        busy={busy}
        disabled={preview.matched.length === 0}
        onClick={() => void send(file, false)}
      >
        {t("import_apply")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t("import_text")}
      width="md"
      actions={actions}
    >
      <div className="grid gap-4">
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
        {preview && <Preview preview={preview} />}
      </div>
    </Dialog>
  );
}

function Preview({ preview }: { preview: Import }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const refused = (rows: Import["rejected"]) =>
    rows.map((row) => ({ key: row.feature, name: row.feature, note: row.reason }));
  const matched = preview.matched.map((row) => ({
    key: String(row.id),
    name: format.name(row.name),
    note: `${format.hectares(row.area_m2)} ${t("app:hectares")}${row.replaces ? ` · ${t("replaces")}` : ""}`,
  }));
  return (
    <>
      {matched.length === 0 && <p className="text-ink-2">{t("import_nothing")}</p>}
      <Rows title={t("import_matched", { n: matched.length })} rows={matched} />
      <Rows
        title={t("import_unmatched", { n: preview.unmatched.length })}
        rows={refused(preview.unmatched)}
      />
      <Rows
        title={t("import_rejected", { n: preview.rejected.length })}
        rows={refused(preview.rejected)}
      />
    </>
  );
}

type RowsProps = { title: ReactNode; rows: { key: string; name: string; note: string }[] };

function Rows({ title, rows }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-sm font-semibold">{title}</h3>
      <ul className="max-h-48 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
        {rows.map((row) => (
          <li key={row.key} className="flex justify-between gap-3 px-3 py-1.5">
            <span>{row.name}</span>
            <span className="numeric text-right text-ink-2">{row.note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
