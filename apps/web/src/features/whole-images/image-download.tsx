import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { imageFiles } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../parts/records/use-download.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

/** Saves an image: as it is kept, for map programs, or as it was uploaded. */
export function ImageDownload({ image }: { image: WholeImage }) {
  const { t } = useTranslation("imagery");
  const { busy, download } = useDownload(t("file_coming"));
  const names = {
    "cog.tif": `${image.file_name.replace(/\.[^.]*$/, "")}.tif`,
    original: image.file_name,
  };
  const words = { "cog.tif": t("file_cog"), original: t("file_original") };
  return (
    <Menu
      trigger={
        <Button size="sm" disabled={busy}>
          <Download aria-hidden className="size-4" />
          {t("download_image")}
        </Button>
      }
    >
      {imageFiles.map((file) => (
        <MenuItem
          key={file}
          onSelect={() =>
            void download(`${paths.wholeImage}/${image.id}/file/${file}`, {}, names[file])
          }
        >
          {words[file]}
        </MenuItem>
      ))}
    </Menu>
  );
}
