import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import {
  type CredentialKind,
  dateFormats,
  type ImagerySourceKind,
  imagerySourceKinds,
  watchLimits,
} from "@nihol/contract/values/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea, TextField } from "../../ui/form/text-field.tsx";
import { CredentialFields } from "./credential-fields.tsx";

const api = resourceApi(paths.imagerySource);

type Props = { source?: ImagerySource; onClose: () => void; onSaved: (id: string) => void };

/** Fields that a kind of server has; the others are not asked for. */
const asks = {
  layer: ["wmts", "wms", "stac"],
  asset: ["stac"],
  max_zoom: ["xyz", "wmts"],
  gsd_m: ["wms"],
  date_format: ["xyz", "wmts", "wms"],
  is_base_layer: ["xyz", "wmts", "wms"],
} as const satisfies Record<string, readonly ImagerySourceKind[]>;

const isAsked = (field: keyof typeof asks, kind: ImagerySourceKind) =>
  (asks[field] as readonly string[]).includes(kind);

const examples: Record<ImagerySourceKind, string> = {
  upload: "",
  xyz: "https://tiles.example.org/{date}/{z}/{x}/{y}.jpg",
  wmts: "https://maps.example.org/wmts/1.0.0/WMTSCapabilities.xml",
  wms: "https://maps.example.org/wms",
  stac: "https://catalog.example.org/stac",
};

/** Keeps what is typed about a source, and saves it. */
function useSourceForm({ source, onSaved }: Pick<Props, "source" | "onSaved">) {
  const { t } = useTranslation("app");
  return useForm({
    schema: async () =>
      (await import("@nihol/contract/imagery/imagery-sources")).imagerySources.create,
    initial: {
      name: source?.name ?? emptyNames,
      kind: source?.kind ?? ("xyz" as ImagerySourceKind),
      address: source?.address ?? "",
      date_format: source?.date_format ?? dateFormats[0],
      layer: source?.layer ?? "",
      asset: source?.asset ?? "",
      bands: source?.bands ?? "",
      max_zoom: source?.max_zoom ?? null,
      gsd_m: source?.gsd_m ?? null,
      attribution: source?.attribution ?? "",
      licence: source?.licence ?? "",
      enabled: source?.enabled ?? true,
      watch_days: source?.watch_days ?? null,
      is_base_layer: source?.is_base_layer ?? false,
      credential: undefined as { kind: CredentialKind; name: string; secret: string } | undefined,
    },
    submit: async (typed) => {
      // Chosen before the kind was another one.
      const is_base_layer = typed.is_base_layer && isAsked("is_base_layer", typed.kind);
      const values = { ...typed, is_base_layer };
      const saved = source ? await api.patch(source.id, values) : await api.create(values);
      toast.success(source ? t("updated") : t("created"));
      onSaved(String(saved.id));
    },
  });
}

/** Asks for what only some kinds of server have. */
function ServerFields({ form }: { form: ReturnType<typeof useSourceForm> }) {
  const { t } = useTranslation("sources");
  const { kind } = form.values;
  const has = (field: keyof typeof asks) => isAsked(field, kind);
  return (
    <>
      {has("layer") && (
        <TextField
          {...form.field("layer")}
          label={t(kind === "stac" ? "collection" : "layer")}
          hint={t("layer_hint")}
          optional
        />
      )}
      {has("asset") && (
        <TextField
          {...form.field("asset")}
          label={t("asset")}
          hint={t("asset_hint", { bands: "red, green, blue, nir" })}
          optional
        />
      )}
      {has("max_zoom") && (
        <NumberField
          {...form.field("max_zoom")}
          label={t("max_zoom")}
          hint={t("max_zoom_hint")}
          optional
        />
      )}
      {has("gsd_m") && (
        <NumberField
          {...form.field("gsd_m")}
          label={t("gsd")}
          hint={t("gsd_hint")}
          unit={t("unit_m")}
          optional
        />
      )}
      {has("date_format") && (
        <SelectField
          {...form.field("date_format")}
          label={t("date_format")}
          options={dateFormats.map((one) => ({ value: one, label: one }))}
        />
      )}
    </>
  );
}

/** Making and changing a source. What it is asked with is typed anew or stays as it is; it is never shown. */
export function SourceForm({ source, onClose, onSaved }: Props) {
  const { t } = useTranslation(["sources", "app"]);
  const format = useFormat();
  const form = useSourceForm({ source, onSaved });
  const { kind } = form.values;
  return (
    <FormPanel
      title={source ? format.name(source.name) : t("new")}
      form={form}
      action={source ? undefined : t("app:create")}
      onClose={onClose}
    >
      <SelectField
        {...form.field("kind")}
        label={t("kind")}
        hint={t(`hint_${kind}`)}
        options={imagerySourceKinds.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
      />
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      {kind !== "upload" && (
        <TextArea
          {...form.field("address")}
          label={t("address")}
          placeholder={examples[kind]}
          rows={2}
        />
      )}
      <ServerFields form={form} />
      <TextField {...form.field("bands")} label={t("bands")} hint={t("bands_hint")} optional />
      <TextField
        {...form.field("attribution")}
        label={t("attribution")}
        hint={t("attribution_hint")}
        optional
      />
      <TextField {...form.field("licence")} label={t("licence")} optional />
      {kind !== "upload" && (
        <CredentialFields
          kept={source?.credential_kind ?? "none"}
          value={form.values.credential}
          onChange={(next) => form.set("credential", next)}
          errorOf={form.errorOf}
        />
      )}
      <Checkbox checked={form.values.enabled} onChange={(next) => form.set("enabled", next)}>
        {t("enabled_field")}
      </Checkbox>
      {kind !== "upload" && (
        <NumberField
          {...form.field("watch_days")}
          label={t("watch_days")}
          hint={t("watch_days_hint", { min: watchLimits.daysMin, max: watchLimits.daysMax })}
          unit={t("unit_days")}
          optional
        />
      )}
      {isAsked("is_base_layer", kind) && (
        <Checkbox
          checked={form.values.is_base_layer}
          onChange={(next) => form.set("is_base_layer", next)}
        >
          <span>
            {t("base_layer_field")}
            <span className="block text-xs text-ink-3">{t("base_layer_hint")}</span>
          </span>
        </Checkbox>
      )}
    </FormPanel>
  );
}
