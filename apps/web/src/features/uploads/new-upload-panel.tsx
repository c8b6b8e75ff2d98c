import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Progress } from "../../ui/progress.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { chosenFiles, dropAll, remarksIn } from "./chosen/chosen-files.ts";
import { FilesDrop } from "./chosen/files-drop.tsx";
import { FetchForm } from "./fetch-form.tsx";
import { sendFile } from "./sending/sending.ts";
import { type UploadEntry, useOwnUploads } from "./sending/upload-store.ts";

type Props = {
  /** Undefined: a file is uploaded. Null: from a source that is still to be chosen. */
  source: number | null | undefined;
  /** The garden whose image it is to be, where one came from a garden. */
  garden: number | null;
  onClose: () => void;
  /** `new` or `fetch`: where the image is to come from. */
  onWay: (open: "new" | "fetch") => void;
  /** A file was chosen, or one that is under way was pressed. */
  onUpload: (key: string) => void;
  /** Several files were chosen, or one of which something is to be said before it is sent. */
  onMany: () => void;
  /** A process was made of a source. */
  onStarted: (process: string) => void;
};

const ways = ["new", "fetch"] as const;

/** A file is chosen here, or a source that the image is fetched from. */
export function NewUploadPanel(props: Props) {
  const { source, garden, onClose, onWay, onUpload, onMany, onStarted } = props;
  const { t } = useTranslation("imagery");
  return (
    <SidePanel title={t("new_process")} onClose={onClose}>
      <div className="grid gap-5">
        <Segmented
          label={t("new_way")}
          value={source === undefined ? "new" : "fetch"}
          onChange={onWay}
          options={ways.map((value) => ({ value, label: t(`new_way_${value}`) }))}
        />
        {source === undefined ? (
          <FileChoice onUpload={onUpload} onMany={onMany} />
        ) : (
          <FetchForm start={source} garden={garden} onStarted={onStarted} />
        )}
      </div>
    </SidePanel>
  );
}

/** Takes files; uploads under way or waiting to be started stand below. */
function FileChoice({ onUpload, onMany }: Pick<Props, "onUpload" | "onMany">) {
  const { t } = useTranslation(["imagery", "uploads"]);
  const format = useFormat();
  const me = useUser().userData?.id ?? 0;
  const waiting = useOwnUploads();
  const [reading, setReading] = useState(false);

  /** Sends a single file at once if nothing is to be decided about it. */
  async function handleGiven(read: Promise<void>) {
    if (chosenFiles().files.length !== 1) return onMany();
    setReading(true);
    await read;
    setReading(false);
    const chosen = chosenFiles();
    const [only] = chosen.files;
    if (!only || remarksIn(chosen, only).some(({ severity }) => severity !== "notes"))
      return onMany();
    dropAll();
    onUpload(sendFile(only.file, me));
  }

  return (
    <div className="grid gap-5">
      <FilesDrop onGiven={(read) => void handleGiven(read)} />
      {reading && <Progress label={t("uploads:reading")} />}
      {waiting.length > 0 && (
        <section>
          <h3 className="pb-1 text-sm font-semibold">{t("uploads_waiting")}</h3>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {waiting.map((entry) => (
              <li key={entry.key}>
                <button
                  type="button"
                  onClick={() => onUpload(entry.key)}
                  className="flex min-h-11 w-full items-center justify-between gap-3 px-3 py-1.5 text-start text-sm hover:bg-sunken"
                >
                  <span className="min-w-0 break-words font-medium">{entry.fileName}</span>
                  <span className="numeric shrink-0 text-ink-3">
                    <Said entry={entry} share={format.share(entry.sent / entry.size, 0)} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-sm text-ink-3">{t("new_process_text")}</p>
    </div>
  );
}

function Said({ entry, share }: { entry: UploadEntry; share: string }) {
  const { t } = useTranslation("imagery");
  return entry.state === "sent" ? t("upload_to_start") : `${t(`upload_${entry.state}`)} · ${share}`;
}
