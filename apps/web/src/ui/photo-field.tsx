import { limits } from "@nihol/contract/limits";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { refresh } from "../lib/query-client.ts";
import { upload } from "../lib/upload.ts";
import { Avatar } from "./avatar.tsx";
import { useFailureText } from "./error-panel.tsx";
import { FileDrop } from "./file-drop.tsx";
import { Progress } from "./progress.tsx";

type Props = {
  /** Where the photo is sent: "/user/7/photo". */
  path: string;
  photo: string | null;
  /** Whose it is, for the letters that stand in its place. */
  name: string;
  onDone: () => Promise<unknown>;
};

/** A person's photo with its change, sent as soon as a file is chosen. */
export function PhotoField({ path, photo, name, onDone }: Props) {
  const { t } = useTranslation("app");
  const failureText = useFailureText();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();

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

  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-4">
      <Avatar photo={photo} name={name} size="lg" />
      {share === undefined ? (
        <FileDrop
          label={photo ? t("photo_change") : t("photo_add")}
          accept={[".jpg", ".jpeg", ".png", ".webp", ".heic"]}
          maxMegabytes={limits.photoBytes / 1024 ** 2}
          error={error}
          onFile={handleFile}
        />
      ) : (
        <Progress label={t("uploading")} share={share} />
      )}
    </div>
  );
}
