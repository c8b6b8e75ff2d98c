import { photoEndings } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { upload } from "../../lib/api/upload.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";

type Props = {
  /** Where the photo is sent and taken away: "/user/7/photo". */
  path: string;
  /** True where there is a photo now. */
  isThere: boolean;
  /** Name of the person, or of the garden, whose photo it is. */
  name: string;
  /** It is of the ground, not of a person. */
  ofGround?: boolean;
  onDone: () => Promise<unknown>;
};

/** The change of a photo: sent as soon as a file is chosen, with its progress; and its removal, after a question. */
export function PhotoChange({ path, isThere, name, ofGround, onDone }: Props) {
  const { t } = useTranslation("app");
  const failureText = useFailureText();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  const [removing, setRemoving] = useState(false);

  async function handleFile(file: File) {
    setShare(0);
    setError(undefined);
    try {
      await upload(path, { file, onProgress: setShare });
      await Promise.all([refresh(path), onDone()]);
      toast.success(t("uploaded"));
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setShare(undefined);
    }
  }

  async function handleRemove() {
    await del(path);
    await Promise.all([refresh(path), onDone()]);
    toast.success(t("deleted"));
  }

  if (share !== undefined) return <Progress label={t("uploading")} share={share} />;
  return (
    <div className="grid gap-2">
      <FileDrop
        camera={ofGround ?? false}
        label={isThere ? t("photo_change") : t("photo_add")}
        accept={photoEndings}
        maxMegabytes={limits.photoBytes / 1024 ** 2}
        error={error}
        onFile={(file) => void handleFile(file)}
      />
      {isThere && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Trash2 className="size-4" />}
          onClick={() => setRemoving(true)}
        >
          {t("photo_remove")}
        </Button>
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t("photo_remove_title", { name })}
        consequence={t("photo_remove_text")}
        action={t("photo_remove")}
        onConfirm={handleRemove}
      />
    </div>
  );
}
