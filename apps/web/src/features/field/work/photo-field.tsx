import { photoEndings } from "@nihol/contract/values/files";
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { limits } from "@nihol/contract/values/limits";
import { FileImage, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlobAddress } from "../../../lib/api/blob-address.ts";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { StoredPhoto } from "../queue/entry.ts";
import { PhotoLines } from "./photo-lines.tsx";
import { readPhotoMetadata } from "./photo-metadata.ts";

type Props = {
  boundary: MultiPolygon | null;
  /** The day of planting that is said of what it shows: `2026-05-14`. */
  plantedOn: string;
  value: StoredPhoto | null;
  onChange: (photo: StoredPhoto | null) => void;
};

/** A photo from the camera or from the phone's own; what is read from it is said at once. */
export function PhotoField({ boundary, plantedOn, value, onChange }: Props) {
  const { t } = useTranslation(["field", "planting", "app"]);
  const blob = useMemo(() => value && new Blob([value.bytes], { type: value.type }), [value]);
  const address = useBlobAddress(blob ?? undefined);
  /** The photo that the browser cannot draw, as few can HEIC; the server draws it for everybody. */
  const [undrawn, setUndrawn] = useState<string>();
  const isUndrawn = address !== undefined && address === undrawn;

  async function handleFile(file: File) {
    const bytes = await file.arrayBuffer();
    const { name, type } = file;
    onChange({ name, type, bytes, metadata: await readPhotoMetadata(bytes) });
  }

  if (!value)
    return (
      <FileDrop
        camera
        label={t("app:photo_add")}
        accept={photoEndings}
        maxMegabytes={limits.photoBytes / 1024 ** 2}
        onFile={(file) => void handleFile(file)}
      />
    );
  return (
    <div className="flex items-start gap-3 rounded-lg border border-line bg-surface p-2">
      {isUndrawn && (
        <span className="grid size-20 shrink-0 place-items-center rounded-md bg-sunken text-ink-3">
          <FileImage aria-hidden className="size-6" />
        </span>
      )}
      {address && !isUndrawn && (
        <img
          src={address}
          alt={value.name}
          className="size-20 rounded-md object-cover"
          onError={() => setUndrawn(address)}
        />
      )}
      <div className="min-w-0 grow text-sm">
        <p className="break-all font-medium">{value.name}</p>
        {isUndrawn && <p className="text-ink-2">{t("photo_undrawn")}</p>}
        {value.metadata && (
          <PhotoLines metadata={value.metadata} boundary={boundary} plantedOn={plantedOn} />
        )}
      </div>
      <IconButton label={t("photo_remove")} onClick={() => onChange(null)}>
        <X />
      </IconButton>
    </div>
  );
}
