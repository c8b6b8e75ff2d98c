import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/copy-button.tsx";

/** The name of the kind of layer, as QGIS writes it in every language. */
const layer = "WFS / OGC API - Features";

/** The addresses of the open data and of the catalogue of images, and the first steps of the programs that read it. */
export function HowToRead({ address, catalogue }: { address: string; catalogue: string }) {
  const { t } = useTranslation("open-data");
  const command = `ogr2ogr -f GPKG nihol.gpkg "OAPIF:${address}"`;
  return (
    <section aria-label={t("how_to")} className="grid gap-2 text-sm">
      <h3 className="font-semibold">{t("how_to")}</h3>
      <Copied label={t("copy_address")} value={address} />
      <p className="text-ink-2">{t("how_to_qgis", { layer })}</p>
      <p className="text-ink-2">{t("how_to_gdal")}</p>
      <Copied label={t("copy_command")} value={command} />
      <p className="text-ink-2">{t("images_how")}</p>
      <Copied label={t("copy_catalogue")} value={catalogue} />
    </section>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken px-3 py-1.5">
      <code className="min-w-0 grow text-xs break-all">{value}</code>
      <CopyButton value={value} what={label} />
    </div>
  );
}
