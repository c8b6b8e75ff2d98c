import type { Reference } from "@nihol/contract/paging";
import type { DevicePlace } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { FieldProps } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { SelectField } from "../../ui/form/select-field.tsx";
import { isPlace, type Position } from "./position.ts";

type Props = FieldProps<number | null> & {
  position: Position;
  /** The garden that it has now. */
  current: Reference | null;
  /** Chooses the garden that holds the place by itself, until somebody chooses. */
  offers: boolean;
};

/** Lists what lies at the place: district and region, and the gardens it may belong to, the nearest first. */
export function GardenChoice({ position, current, offers, value, onChange, error, name }: Props) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const at = useDeferredValue(position);
  const place = useQuery({
    queryKey: [paths.device, "place", at.latitude, at.longitude],
    queryFn: ({ signal }) => ask("GET /device/place", { query: at, signal }),
    enabled: isPlace(at),
    placeholderData: keepPreviousData,
  }).data;
  const isChosen = useRef(!offers);
  const holder = place?.gardens.find(({ contains }) => contains)?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place offers another garden
  useEffect(() => {
    if (!isChosen.current && holder !== value) onChange(holder);
  }, [holder]);

  const gardens = place?.gardens ?? [];
  const isListed = !current || gardens.some(({ id }) => id === current.id);
  const distance = (metres: number | null, contains: boolean) =>
    contains
      ? t("garden_here")
      : metres !== null && t("garden_far", { km: format.number(metres / 1000, 1) });
  const options = [
    { value: "", label: t("garden_none") },
    ...(isListed ? [] : [{ value: String(current.id), label: format.name(current.name) }]),
    ...gardens.map(({ id, name: names, contains, distance_m }) => ({
      value: String(id),
      label: [format.name(names), distance(distance_m, contains)].filter(Boolean).join(" · "),
    })),
  ];
  return (
    <div className="grid gap-4">
      <SelectField
        name={name}
        label={t("garden")}
        error={error}
        optional
        value={value === null ? "" : String(value)}
        onChange={(next) => {
          isChosen.current = true;
          onChange(next === "" ? null : Number(next));
        }}
        options={options}
      />
      <p aria-live="polite" className="text-sm text-ink-2">
        {isPlace(position) ? placeText(place) : t("place_first")}
      </p>
    </div>
  );

  function placeText(found: DevicePlace | undefined) {
    if (!found) return "…";
    if (!found.region && !found.district) return t("place_unknown");
    const names = [found.district, found.region].flatMap((one) =>
      one ? [format.name(one.name)] : [],
    );
    return t("place_is", { place: names.join(", ") });
  }
}
