import type { Garden } from "@nihol/contract/gardens";
import { limits } from "@nihol/contract/limits";
import { paths } from "@nihol/contract/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../lib/api-image.ts";
import { useFormat } from "../../lib/format.ts";
import { refresh } from "../../lib/query-client.ts";
import { upload } from "../../lib/upload.ts";
import { useFailureText } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";

/** The garden's photo, as wide as there is room, and its change. */
export function GardenPhoto({ garden, path }: { garden: Garden; path: string }) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const failureText = useFailureText();
  const address = useApiImage(garden.photo);
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();

  async function handleFile(file: File) {
    setShare(0);
    setError(undefined);
    try {
      await upload(path, { file, onProgress: setShare });
      await refresh(paths.garden);
      toast.success(t("app:uploaded"));
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setShare(undefined);
    }
  }

  return (
    <div className="grid gap-2">
      {address && (
        <img
          src={address}
          alt={t("photo_of", { name: format.name(garden.name) })}
          className="max-h-72 w-full rounded-lg object-cover"
        />
      )}
      {share !== undefined && <Progress label={t("app:uploading")} share={share} />}
      {garden.can.change && share === undefined && (
        <FileDrop
          label={garden.photo ? t("app:photo_change") : t("app:photo_add")}
          accept={[".jpg", ".jpeg", ".png", ".webp", ".heic"]}
          maxMegabytes={limits.photoBytes / 1024 ** 2}
          error={error}
          onFile={(file) => void handleFile(file)}
        />
      )}
    </div>
  );
}
