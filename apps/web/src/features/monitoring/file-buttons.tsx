import { tableFormats } from "@nihol/contract/values/exports";
import { paths } from "@nihol/contract/values/paths";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../parts/records/use-download.ts";
import { Button } from "../../ui/button.tsx";
import type { seriesParams } from "./monitoring-data.ts";

type Props = { query: ReturnType<typeof seriesParams>; title: string };

/** Saves as a file what is shown, the values as the table has them. */
export function FileButtons({ query, title }: Props) {
  const { t } = useTranslation("monitoring");
  const { busy, download } = useDownload(t("downloading"));
  return (
    <div data-print="no" className="flex flex-wrap gap-1">
      {tableFormats.map((format) => (
        <Button
          key={format}
          size="sm"
          tone="quiet"
          disabled={busy}
          icon={<Download className="size-3.5" />}
          onClick={() =>
            void download(
              `${paths.device}/reading/file`,
              { ...query, format },
              `${title}.${format}`,
            )
          }
        >
          {t(`download_${format}`)}
        </Button>
      ))}
    </div>
  );
}
