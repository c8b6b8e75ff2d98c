import type { Garden } from "@nihol/contract/gardens";
import { Download } from "lucide-react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { NamesValues } from "../../../parts/records/names-values.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { KeyValue, KeyValues } from "../../../ui/key-values.tsx";

export function GardenFacts({ garden }: { garden: Garden }) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const [west, south, east, north] = garden.bbox ?? [];
  const center =
    west !== undefined &&
    south !== undefined &&
    east !== undefined &&
    north !== undefined &&
    `${((south + north) / 2).toFixed(6)}, ${((west + east) / 2).toFixed(6)}`;
  return (
    <div className="grid gap-4">
      <KeyValues>
        <KeyValue label={t("area")}>
          {garden.area_m2 !== null && `${format.hectares(garden.area_m2)} ${t("app:hectares")}`}
        </KeyValue>
        <KeyValue label={t("region")}>{format.name(garden.region?.name)}</KeyValue>
        <KeyValue label={t("district")}>{format.name(garden.district?.name)}</KeyValue>
        <KeyValue label={t("ministry")}>{format.name(garden.ministry?.name)}</KeyValue>
        <KeyValue label={t("soil_type")}>
          {garden.soil_type && t(`soil_${garden.soil_type}`)}
        </KeyValue>
        <KeyValue label={t("center")}>
          {center && (
            <span className="numeric flex items-center gap-1">
              {center}
              <CopyButton value={center} what={t("copy_center")} />
            </span>
          )}
        </KeyValue>
        <NamesValues name={garden.name} />
        <KeyValue label={t("created")}>{format.dateTime(garden.created_at)}</KeyValue>
      </KeyValues>
      {garden.boundary && <BoundaryDownloads garden={garden} />}
    </div>
  );
}

function BoundaryDownloads({ garden }: { garden: Garden }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const failureText = useFailureText();
  async function handleDownload(kind: "kml" | "geojson") {
    try {
      const { downloadBoundary } = await import("./boundary-download.ts");
      downloadBoundary(garden, format.name(garden.name) ?? "", kind);
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={<Download className="size-4" />}
        onClick={() => void handleDownload("kml")}
      >
        {t("download_boundary", { format: "KML" })}
      </Button>
      <Button
        size="sm"
        icon={<Download className="size-4" />}
        onClick={() => void handleDownload("geojson")}
      >
        {t("download_boundary", { format: "GeoJSON" })}
      </Button>
    </div>
  );
}
