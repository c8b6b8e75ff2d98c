import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { ReferenceField } from "../../ui/reference-field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { type AreaChoice, areaKinds } from "./area-choice.ts";

type Props = {
  value: AreaChoice;
  onChange: (value: AreaChoice) => void;
  error?: string | undefined;
};

/** The whole picture, or what of it lies in one garden, district or region. */
export function AreaField({ value, onChange, error }: Props) {
  const { t } = useTranslation("imagery");
  const may = {
    garden: useHolds("garden.view"),
    district: useHolds("district.view"),
    region: useHolds("region.view"),
  };
  const { kind } = value;
  return (
    <div className="grid gap-4">
      <SelectField
        name="area_kind"
        label={t("area")}
        hint={kind === "image" ? t("area_hint") : undefined}
        error={kind === "image" ? error : undefined}
        value={kind}
        onChange={(next) => onChange({ kind: next, place: null })}
        options={(["image", ...areaKinds.filter((one) => may[one])] as const).map((one) => ({
          value: one,
          label: t(`area_${one}`),
        }))}
      />
      {kind !== "image" && (
        <ReferenceField
          key={kind}
          name="area"
          label={t(`area_${kind}`)}
          path={paths[kind]}
          value={value.place}
          onChange={(place) => onChange({ kind, place })}
          error={error}
        />
      )}
    </div>
  );
}
