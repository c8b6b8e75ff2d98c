import { type PlaceChange, placeChanges } from "@nihol/contract/values/devices";
import { today } from "@nihol/contract/values/planting/programme-day";
import { useTranslation } from "react-i18next";
import { DateField } from "../../../ui/form/date-field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";

/** Answer to the question, as a form holds it. */
export type ChangeOfPlace = { place_change: PlaceChange | null; moved_on: string };

type Props = {
  value: ChangeOfPlace;
  onChange: (next: ChangeOfPlace) => void;
  errorOf: (path: string) => string | undefined;
  /** Local day since which it stands where it stands. */
  since: string | null;
};

/** Asks whether a device that has sent readings was carried to its new place, or never stood where it was written. */
export function PlaceChangeFields({ value, onChange, errorOf, since }: Props) {
  const { t } = useTranslation("devices");
  return (
    <div className="grid gap-2 rounded-md bg-watch-soft px-3 py-2">
      <SelectField
        name="place_change"
        label={t("place_change")}
        hint={t(`place_change_${value.place_change ?? "why"}`)}
        value={value.place_change}
        onChange={(place_change) => onChange({ ...value, place_change })}
        error={errorOf("place_change")}
        options={placeChanges.map((one) => ({ value: one, label: t(`place_is_${one}`) }))}
      />
      {value.place_change === "moved" && (
        <DateField
          name="moved_on"
          label={t("moved_on")}
          value={value.moved_on}
          onChange={(moved_on) => onChange({ ...value, moved_on })}
          error={errorOf("moved_on")}
          {...(since && { min: since })}
          max={today()}
        />
      )}
    </div>
  );
}
