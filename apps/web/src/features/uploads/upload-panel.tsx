import type { Process } from "@nihol/contract/imagery/processes";
import type { Upload } from "@nihol/contract/imagery/uploads";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { FileX, Play } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { useUser } from "../../lib/api/session.ts";
import { useFormat } from "../../lib/text/format.ts";
import { FileName } from "../../parts/images/file-name.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { BandQuestion } from "./band-question.tsx";
import { isSame, sendFile } from "./sending/sending.ts";
import { UploadProgress } from "./sending/upload-progress.tsx";
import { isAsked, useUploadStatus } from "./sending/upload-status.ts";
import {
  forgetUpload,
  type UploadEntry,
  updateUpload,
  useUploads,
} from "./sending/upload-store.ts";
import { StartForm } from "./start-form.tsx";
import { UploadFacts } from "./upload-facts.tsx";

type Props = {
  uploadKey: string;
  /** The garden whose image it is to be, where its sender came from one. */
  garden: number | null;
  onClose: () => void;
  /** Back to choosing a file. */
  onAnother: () => void;
  onStarted: (process: string) => void;
};

/** Panel of one upload, from its first byte to the process that is made of it. */
export function UploadPanel({ uploadKey, garden, onClose, onAnother, onStarted }: Props) {
  const { t } = useTranslation("imagery");
  const me = useUser().userData?.id;
  const entry = useUploads().find((one) => one.key === uploadKey && one.owner === me);
  if (!entry) {
    return (
      <SidePanel title={t("new_process")} onClose={onClose}>
        <EmptyState
          icon={<FileX />}
          title={t("upload_unknown")}
          text={t("upload_unknown_text")}
          action={<Button onClick={onAnother}>{t("upload_another")}</Button>}
        />
      </SidePanel>
    );
  }
  if (entry.state === "sent")
    return <Arrived {...{ entry, garden, onClose, onAnother, onStarted }} key={entry.id} />;
  return (
    <SidePanel title={<FileName name={entry.fileName} />} onClose={onClose}>
      <div className="grid gap-5">
        {entry.state === "interrupted" && <Again entry={entry} />}
        <UploadProgress entry={entry} onCancelled={onAnother} />
        {entry.state !== "interrupted" && (
          <p className="text-sm text-ink-3">{t("upload_goes_on")}</p>
        )}
      </div>
    </SidePanel>
  );
}

/** The page was left in between: the browser must be given the file once more. */
function Again({ entry }: { entry: UploadEntry }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const [wrong, setWrong] = useState(false);
  function handleFile(file: File) {
    const isIt = isSame(file, entry.owner, entry);
    setWrong(!isIt);
    if (isIt) sendFile(file, entry.owner);
  }
  return (
    <FileDrop
      label={t("choose_again", { name: entry.fileName })}
      hint={t("choose_again_hint", { sent: format.bytes(entry.sent) })}
      accept={[".tif", ".tiff", ".jp2", ".j2k", ".zip", ".jpg", ".jpeg", ".png"]}
      maxMegabytes={limits.imageBytes / 1024 ** 2}
      error={wrong ? t("choose_again_wrong", { name: entry.fileName }) : undefined}
      onFile={handleFile}
    />
  );
}

type ArrivedProps = Omit<Props, "uploadKey"> & { entry: UploadEntry };

function Arrived({ entry, garden, onClose, onAnother, onStarted }: ArrivedProps) {
  const { t } = useTranslation(["imagery", "app"]);
  const status = useUploadStatus(entry);
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const upload = status.data;

  function handleStarted(process: Process) {
    updateUpload(entry.key, { process: process.id });
    onStarted(String(process.id));
  }

  async function handleDiscard() {
    await del(`${paths.upload}/${entry.id}`);
    toast.success(t("app:deleted"));
    forgetUpload(entry.key);
    onAnother();
  }

  /** A refused file is of no further use: it is deleted on the server too. */
  function handleAnother() {
    void del(`${paths.upload}/${entry.id}`).catch(() => undefined);
    forgetUpload(entry.key);
    onAnother();
  }

  const footer = upload?.status === "ready" && (
    <>
      <Button onClick={() => setDiscarding(true)}>{t("upload_discard")}</Button>
      {!isAsked(upload) && (
        <Button
          tone="primary"
          type="submit"
          form={form}
          busy={busy}
          icon={<Play className="size-4" />}
        >
          {t("start")}
        </Button>
      )}
    </>
  );
  return (
    <SidePanel title={<FileName name={entry.fileName} />} onClose={onClose} footer={footer}>
      {status.isError && !upload && (
        <div className="grid justify-items-center">
          <ErrorPanel error={status.error} onRetry={() => void status.refetch()} onBack={onClose} />
          <Button onClick={handleAnother}>{t("upload_another")}</Button>
        </div>
      )}
      {(!upload || upload.status === "checking" || upload.status === "receiving") &&
        !status.isError && (
          <Progress label={t("upload_checking")} note={t("upload_checking_text")} />
        )}
      {upload?.status === "refused" && <Refused upload={upload} onAnother={handleAnother} />}
      {upload?.status === "ready" && upload.facts && (
        <div className="grid gap-5">
          {upload.facts.band_readings.length > 0 && <BandQuestion upload={upload} />}
          <UploadFacts facts={upload.facts} name={upload.file_name} />
          {!isAsked(upload) && (
            <StartForm
              garden={garden}
              id={form}
              upload={upload}
              guarded={!discarding}
              onBusy={setBusy}
              onStarted={handleStarted}
            />
          )}
        </div>
      )}
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title={t("upload_discard_title", { name: entry.fileName })}
        consequence={t("upload_discard_text")}
        action={t("app:delete")}
        onConfirm={handleDiscard}
      />
    </SidePanel>
  );
}

function Refused({ upload, onAnother }: { upload: Upload; onAnother: () => void }) {
  const { t } = useTranslation("imagery");
  return (
    <div role="alert">
      <EmptyState
        icon={<FileX className="text-act" />}
        title={t("upload_refused")}
        text={upload.problem?.detail}
        action={
          <Button tone="primary" onClick={onAnother}>
            {t("upload_another")}
          </Button>
        }
      />
    </div>
  );
}
