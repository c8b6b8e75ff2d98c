import { paths } from "@nihol/contract/values/paths";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../parts/records/use-download.ts";
import { Button } from "../../ui/button.tsx";

/** Saves what was learned as a file, for `nihol detect --ground`. */
export function GroundFile({ id, name, n }: { id: string; name: string; n: number }) {
  const { t } = useTranslation(["grounds", "imagery"]);
  const { busy, download } = useDownload(t("imagery:file_coming"));
  const path = `${paths.wholeImage}/${id}/ground/file`;
  return (
    <Button
      tone="quiet"
      icon={<Download aria-hidden className="size-4" />}
      busy={busy}
      onClick={() => void download(path, {}, `${name} ${n}.json`)}
    >
      {t("file")}
    </Button>
  );
}
