import type { AttachedFile } from "@nihol/contract/attached-files";
import type { FileKind } from "@nihol/contract/values/files";
import {
  Download,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  MapPinned,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { getBlob } from "../../lib/api/api.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { useFormat } from "../../lib/text/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

const icons: Record<FileKind, LucideIcon> = {
  pdf: FileText,
  docx: FileText,
  xlsx: FileSpreadsheet,
  jpeg: FileImage,
  png: FileImage,
  heic: FileImage,
  kml: MapPinned,
  zip: FileArchive,
};

/** Fetches a file with the person's token and hands it to the browser under its own name. */
export function useDownload() {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  async function download(file: AttachedFile) {
    setBusy(true);
    try {
      saveFile(await getBlob(file.download), file.name);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, download };
}

type Props = { file: AttachedFile; onDelete?: (() => void) | undefined };

/** Row of a file: what it is, who brought it, the hash by which it is known, and what can be done with it. */
export function AttachedFileRow({ file, onDelete }: Props) {
  const { t } = useTranslation("files");
  const format = useFormat();
  const { busy, download } = useDownload();
  const Icon = icons[file.kind];
  return (
    <li className="flex items-start gap-3 py-2.5 text-sm">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 grow">
        {/* A file's name stands as it was written, in whatever letters. */}
        <p lang="mul" className="font-medium break-words">
          {file.name}
        </p>
        <p className="text-ink-2">
          <span className="numeric">{`${file.kind.toUpperCase()} · ${format.bytes(file.size)}`}</span>
          {" · "}
          {format.dateTime(file.created_at)}
          {" · "}
          <span lang="mul">{file.uploaded_by}</span>
        </p>
        <p className="flex items-center gap-1 text-xs text-ink-3">
          <span className="shrink-0">SHA-256</span>
          <code className="truncate">{file.sha256}</code>
          <CopyButton value={file.sha256} what={t("copy_hash", { name: file.name })} />
        </p>
      </div>
      <IconButton
        label={t("download", { name: file.name })}
        disabled={busy}
        onClick={() => void download(file)}
      >
        <Download />
      </IconButton>
      {onDelete && (
        <IconButton label={t("delete", { name: file.name })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}
