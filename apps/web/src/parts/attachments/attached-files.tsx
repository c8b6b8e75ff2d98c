import type { AttachedFile } from "@nihol/contract/attached-files";
import { fileEndings, fileKinds } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";
import { AttachedFileRow } from "./attached-file-row.tsx";
import { AttachedImages } from "./attached-images.tsx";
import { useFileQueue } from "./use-file-queue.ts";

type Props = {
  /** Where files are sent: "/violation/7/file". */
  path: string;
  files: readonly AttachedFile[];
  mayAdd: boolean;
  mayDelete: boolean;
  /** After one was added or deleted. */
  onChanged: () => Promise<unknown>;
};

const endings = fileKinds.flatMap((kind) => fileEndings[kind]);

/** The files of a record: images as previews, all of them as downloads, and the place to add more. */
export function AttachedFiles({ path, files, mayAdd, mayDelete, onChanged }: Props) {
  const { t } = useTranslation(["files", "app"]);
  const [deleting, setDeleting] = useState<AttachedFile>();
  const queue = useFileQueue(path, onChanged);

  async function handleDelete(file: AttachedFile) {
    await del(`${path}/${file.id}`);
    toast.success(t("app:deleted"));
    await onChanged();
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <AttachedImages files={files.filter((file) => file.preview)} />
      {files.length === 0 && !mayAdd && <p className="text-sm text-ink-2">{t("none")}</p>}
      {files.length > 0 && (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {files.map((file) => (
            <AttachedFileRow
              key={file.id}
              file={file}
              onDelete={mayDelete && !file.evidence ? () => setDeleting(file) : undefined}
            />
          ))}
        </ul>
      )}
      {queue.sending && (
        <Progress
          label={t("sending", { name: queue.sending.name })}
          share={queue.sending.share < 1 ? queue.sending.share : null}
          note={queue.sending.share < 1 ? undefined : t("checking")}
        />
      )}
      {queue.refused.length > 0 && (
        <ul role="alert" className="grid gap-1.5 rounded-md bg-act-soft px-3 py-2 text-sm text-act">
          {queue.refused.map(({ id, name, reason }) => (
            <li key={id} className="break-words">
              <span className="font-medium">{name}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <FileDrop
          camera
          multiple
          label={t("add")}
          hint={t("hint", { max: limits.attachedFileBytes / 1024 ** 2 })}
          accept={endings}
          maxMegabytes={limits.attachedFileBytes / 1024 ** 2}
          onFile={queue.add}
        />
      )}
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={t("delete_title", { name: deleting.name })}
          consequence={t("delete_text")}
          action={t("app:delete")}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </div>
  );
}
