import type { AttachedFile } from "@nihol/contract/attached-files";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../lib/api/api-image.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A crop with a ring where each lost tree stood. */
export function EvidenceCrop({
  file,
  lostAt,
}: {
  file: AttachedFile;
  lostAt: readonly [number, number][];
}) {
  const { t } = useTranslation("violations");
  const address = useApiImage(file.preview);
  if (!address) return <Skeleton className="aspect-square w-full rounded-md" />;
  return (
    <div className="relative overflow-hidden rounded-md border border-line">
      <img src={address} alt={t("crop_alt", { name: file.name })} className="block w-full" />
      <svg viewBox="0 0 100 100" aria-hidden className="absolute inset-0 size-full">
        {lostAt.map(([x, y]) => (
          <circle
            key={`${x} ${y}`}
            cx={100 * x}
            cy={100 * y}
            r="2.6"
            fill="none"
            stroke="#ffd400"
            strokeWidth="0.7"
          />
        ))}
      </svg>
    </div>
  );
}
