import { fileEndings, fileKinds } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { upload } from "../../lib/api/upload.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useFailureText } from "../../ui/error-panel.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Progress } from "../../ui/progress.tsx";

const endings = fileKinds.flatMap((kind) => fileEndings[kind]);
const maxMegabytes = limits.attachedFileBytes / 1024 ** 2;

type Waiting = { file: File; reason?: string };

/** Files that are chosen in the form of a new record and sent once it is made. */
export function useFilesToSend() {
  const { t } = useTranslation("files");
  const failureText = useFailureText();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [sending, setSending] = useState<{ name: string; share: number }>();

  async function send(path: string, file: File): Promise<Waiting[]> {
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      await upload(path, { file, onProgress });
      return [];
    } catch (error) {
      return [{ file, reason: failureText(error) }];
    }
  }

  /** Sends one after the other; those that are refused stay, each with its reason. Throws ApiError when any does. */
  async function sendTo(path: string): Promise<void> {
    const left: Waiting[] = [];
    for (const { file } of waiting) left.push(...(await send(path, file)));
    setSending(undefined);
    setWaiting(left);
    if (left.length > 0)
      throw new ApiError({ status: 0, code: "files_left", detail: t("saved_without") });
  }

  return {
    waiting,
    sending,
    sendTo,
    add: (file: File) => setWaiting((before) => [...before, { file }]),
    remove: (file: File) => setWaiting((before) => before.filter((one) => one.file !== file)),
  };
}

type Files = ReturnType<typeof useFilesToSend>;

/** A form that also holds files: those that wait would be lost with it. */
export function withFiles<F extends { isDirty: () => boolean }>(form: F, { waiting }: Files): F {
  return { ...form, isDirty: () => waiting.length > 0 || form.isDirty() };
}

type Props = { files: Files };

/** The field for them: what is chosen, what was refused and why, and how far the sending is. */
export function FilesToSend({ files: { waiting, sending, add, remove } }: Props) {
  const { t } = useTranslation("files");
  const format = useFormat();
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("title")}</legend>
      {waiting.length > 0 && (
        <ul aria-label={t("chosen")} className="divide-y divide-line text-sm">
          {waiting.map(({ file, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
            <li key={at} className="flex items-start gap-2 py-1.5">
              <span className="min-w-0 grow">
                <span lang="mul" className="block break-words">
                  {file.name}
                  <span className="numeric text-ink-3"> · {format.bytes(file.size)}</span>
                </span>
                {reason && <FieldError id={`${id}-${at}`} text={reason} />}
              </span>
              <IconButton
                label={t("leave_out", { name: file.name })}
                disabled={sending !== undefined}
                onClick={() => remove(file)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {sending ? (
        <Progress
          label={t("sending", { name: sending.name })}
          share={sending.share < 1 ? sending.share : null}
          note={sending.share < 1 ? undefined : t("checking")}
        />
      ) : (
        <FileDrop
          camera
          multiple
          label={t("add")}
          hint={t("hint", { max: maxMegabytes })}
          accept={endings}
          maxMegabytes={maxMegabytes}
          onFile={add}
        />
      )}
    </fieldset>
  );
}
