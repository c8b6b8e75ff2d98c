import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Deletes a whole image after saying what goes with it; then the list is shown. */
export function DeleteImage({ image }: { image: WholeImage }) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  if (!image.can.delete) return null;

  async function handleDelete() {
    await del(`${paths.wholeImage}/${image.id}`);
    toast.success(t("app:deleted"));
    await navigate({ to: "/admin/image_processing_ai" });
    await refresh(paths.wholeImage, paths.satelliteImagery, paths.statistics, paths.garden);
  }

  return (
    <>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden className="size-4 text-act" />}
        onClick={() => setAsking(true)}
      >
        {t("delete_this_image")}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("delete_image_title", {
          name: image.file_name,
          date: format.date(image.date),
        })}
        consequence={t("delete_image_text", {
          images: format.number(image.fragment_count),
          trees: format.number(image.trees.total),
        })}
        action={t("app:delete")}
        onConfirm={handleDelete}
      />
    </>
  );
}
