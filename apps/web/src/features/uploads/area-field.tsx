import type { Upload } from "@nihol/contract/imagery/uploads";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { BoundaryEditor } from "../../map/drawing/boundary-editor.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { type AreaChoice, areaKinds, emptyChoice } from "./area-choice.ts";

type Props = {
  value: AreaChoice;
  onChange: (value: AreaChoice) => void;
  error?: string | undefined;
  /** The image that the area is a part of. */
  facts: Upload["facts"];
  /** False where the whole image cannot be chosen, since there is none yet. */
  isWhole?: boolean;
};

/** The whole image, what of it lies in one garden, district or region, or within an outline. */
export function AreaField({ value, onChange, error, facts, isWhole = true }: Props) {
  const { t } = useTranslation("imagery");
  const may = {
    garden: useHolds("garden.view"),
    district: useHolds("district.view"),
    region: useHolds("region.view"),
  };
  const kinds = [
    ...(isWhole ? (["image"] as const) : []),
    ...areaKinds.filter((one) => may[one]),
    "boundary",
  ] as const;
  const isImage = value.kind === "image";
  return (
    <div className="grid gap-4">
      <SelectField
        name="area_kind"
        label={t("area")}
        hint={isImage ? t("area_hint") : undefined}
        error={isImage ? error : undefined}
        value={value.kind}
        onChange={(next) => onChange(emptyChoice(next))}
        options={kinds.map((one) => ({ value: one, label: t(`area_${one}`) }))}
      />
      <Place {...{ value, onChange, error, facts }} />
    </div>
  );
}

function Place({ value, onChange, error, facts }: Props) {
  const { t } = useTranslation("imagery");
  if (value.kind === "image") return null;
  if (value.kind === "boundary")
    return (
      <BoundaryEditor
        name="area"
        label={t("area_outline")}
        hint={t("area_outline_hint")}
        value={value.boundary}
        onChange={(boundary) => onChange({ kind: "boundary", boundary })}
        error={error}
        start={facts?.bbox ?? null}
        frame={facts?.footprint}
      />
    );
  const { kind, place } = value;
  return (
    <ReferenceField
      key={kind}
      name="area"
      label={t(`area_${kind}`)}
      path={paths[kind]}
      value={place}
      onChange={(next) => onChange({ kind, place: next })}
      error={error}
    />
  );
}
