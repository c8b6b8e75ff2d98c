import { photoEndings } from "@nihol/contract/values/files";
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { limits } from "@nihol/contract/values/limits";
import { FileImage, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlobAddress } from "../../../lib/api/blob-address.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { metresToArea } from "../place/way.ts";
import { useDistanceText } from "../place/way-line.tsx";
import type { PhotoMetadata, StoredPhoto } from "../queue/entry.ts";
import { readPhotoMetadata } from "./photo-metadata.ts";

type Props = {
  boundary: MultiPolygon | null;
  value: StoredPhoto | null;
  onChange: (photo: StoredPhoto | null) => void;
};

/** A photo from the camera or from the phone's own; what is read from it is said at once. */
export function PhotoField({ boundary, value, onChange }: Props) {
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
        {value.metadata && <MetadataLines metadata={value.metadata} boundary={boundary} />}
      </div>
      <IconButton label={t("photo_remove")} onClick={() => onChange(null)}>
        <X />
      </IconButton>
    </div>
  );
}

function MetadataLines({
  metadata,
  boundary,
}: {
  metadata: PhotoMetadata;
  boundary: MultiPolygon | null;
}) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const distanceText = useDistanceText();
  const { takenAt, latitude, longitude, errorM, directionDeg } = metadata;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  const metres = hasPlace && boundary ? metresToArea({ latitude, longitude }, boundary) : undefined;
  const lines: (string | false)[] = [
    takenAt ? t("photo_taken", { date: format.dateTime(takenAt) }) : t("photo_no_time"),
    !hasPlace && t("photo_no_place"),
    metres === 0 && t("photo_in_garden"),
    metres ? t("photo_outside", { distance: distanceText(metres) }) : false,
    hasPlace && metres === undefined && t("photo_has_place"),
    errorM !== undefined && t("accuracy", { n: format.number(errorM, 0) }),
    directionDeg !== undefined && t("photo_direction", { n: format.number(directionDeg, 0) }),
  ];
  return (
    <ul className="text-ink-2">
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  );
}
