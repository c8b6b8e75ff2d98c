import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { useOnceAnswered } from "../../lib/api/once-answered.ts";
import { useHolds } from "../../lib/permissions.ts";
import { ReferenceFilter } from "../../ui/form/reference-box.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Chip, ReferenceName } from "../../ui/table/filter-chips.tsx";
import { useOptions } from "../records/record-options.ts";

const placePaths = {
  region: paths.region,
  district: paths.district,
  garden: paths.garden,
  ministry: paths.ministry,
} as const;

/** From the widest to the narrowest; whose it is stands apart. */
export type PlaceKey = keyof typeof placePaths;
type PlaceValues = Partial<Record<PlaceKey, string>>;

const narrower: Record<PlaceKey, readonly PlaceKey[]> = {
  region: ["district", "garden"],
  district: ["garden"],
  garden: [],
  ministry: [],
};

/** Another place makes what was chosen inside the one before meaningless. */
export function placeChange(key: PlaceKey, id: string | undefined): PlaceValues {
  return { [key]: id, ...Object.fromEntries(narrower[key].map((one) => [one, undefined])) };
}

type Props = {
  /** Filters that this list has, in this order. */
  of: readonly PlaceKey[];
  value: PlaceValues;
  onChange: (next: PlaceValues) => void;
};

/** Filters by where it lies and whose it is; each only for those who may see such a list, a narrower place within the wider one. */
export function PlaceFilters({ of, value, onChange }: Props) {
  const may: Record<PlaceKey, boolean> = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
    ministry: useHolds("ministry.view"),
  };
  return of
    .filter((key) => may[key])
    .map((key) => {
      const Filter = key === "region" ? RegionFilter : PlaceFilter;
      return (
        <Filter
          key={key}
          of={key}
          value={value}
          onChange={(id) => onChange(placeChange(key, id))}
        />
      );
    });
}

type FilterProps = {
  of: PlaceKey;
  value: PlaceValues;
  onChange: (id: string | undefined) => void;
};

/** There are few regions: all of them are offered at once, and asked for after the rows unless one is chosen. */
function RegionFilter({ value, onChange }: FilterProps) {
  const { t } = useTranslation("lists");
  const isAfterRows = useOnceAnswered();
  return (
    <ChoiceFilter
      label={t("region")}
      any={t("any_region")}
      value={value.region}
      onChange={onChange}
      options={useOptions(paths.region, isAfterRows || value.region !== undefined)}
    />
  );
}

function PlaceFilter({ of: key, value, onChange }: FilterProps) {
  const { t } = useTranslation("lists");
  const wider = (["region", "district"] as const).filter((one) => narrower[one].includes(key));
  const within = wider.flatMap((one) => (value[one] ? [[one, value[one]]] : []));
  return (
    <ReferenceFilter
      label={t(key)}
      any={t(`any_${key}`)}
      path={placePaths[key]}
      filters={Object.fromEntries(within)}
      value={value[key]}
      onChange={onChange}
    />
  );
}

/** The chips of the places that a list is filtered by; a wider one takes the narrower ones with it. */
export function usePlaceChips(of: readonly PlaceKey[], value: PlaceValues): Chip[] {
  const { t } = useTranslation("lists");
  return of
    .filter((key) => value[key])
    .map((key) => ({
      keys: [key, ...narrower[key]],
      label: t(key),
      value: <ReferenceName path={placePaths[key]} id={value[key]} />,
    }));
}
