import type { AttachedFile } from "@nihol/contract/attached-files";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../lib/api/api-image.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDownload } from "./attached-file-row.tsx";

/** Thumbnails, each of which opens in full size. */
export function AttachedImages({ files }: { files: readonly AttachedFile[] }) {
  const { t } = useTranslation("files");
  const [shown, setShown] = useState<number>();
  if (files.length === 0) return null;
  const file = shown === undefined ? undefined : files[shown];
  return (
    <>
      <ul
        aria-label={t("images")}
        className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2"
      >
        {files.map((one, index) => (
          <li key={one.id}>
            <button
              type="button"
              aria-label={t("look", { name: one.name })}
              onClick={() => setShown(index)}
              className="block aspect-4/3 w-full overflow-hidden rounded-lg border border-line bg-sunken hover:border-line-strong"
            >
              <ImageOfFile file={one} className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {file && shown !== undefined && (
        <Large file={file} place={shown} count={files.length} onPlace={setShown} />
      )}
    </>
  );
}

function ImageOfFile({ file, className }: { file: AttachedFile; className: string }) {
  const address = useApiImage(file.preview);
  if (!address) return <Skeleton className="size-full min-h-24 rounded-none" />;
  return <img src={address} alt="" className={className} />;
}

type LargeProps = {
  file: AttachedFile;
  place: number;
  count: number;
  onPlace: (place: number | undefined) => void;
};

function Large({ file, place, count, onPlace }: LargeProps) {
  const { t } = useTranslation("files");
  const format = useFormat();
  const { busy, download } = useDownload();
  const step = (by: number) => onPlace((place + by + count) % count);
  return (
    <Dialog
      open
      width="lg"
      onClose={() => onPlace(undefined)}
      title={file.name}
      description={t("image_of", { n: place + 1, count, date: format.dateTime(file.created_at) })}
      actions={
        <>
          {count > 1 && (
            <div className="me-auto flex gap-2">
              <Button icon={<ChevronLeft className="size-4" />} onClick={() => step(-1)}>
                {t("previous")}
              </Button>
              <Button onClick={() => step(1)}>
                {t("next")}
                <ChevronRight className="size-4" />
              </Button>
            </div>
          )}
          <Button
            icon={<Download className="size-4" />}
            busy={busy}
            onClick={() => void download(file)}
          >
            {t("original")}
          </Button>
        </>
      }
    >
      <ImageOfFile file={file} className="mx-auto max-h-[65dvh] rounded-md object-contain" />
    </Dialog>
  );
}
