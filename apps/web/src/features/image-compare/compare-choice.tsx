import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { PlaceFilters } from "../../parts/territory/place-filters.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useImages } from "./compare-data.ts";
import type { CompareSearch } from "./compare-search.ts";

type Props = {
  search: CompareSearch;
  /** Years and images that are compared now, also when nothing was chosen yet. */
  shown: { from: number | null; to: number | null; before: string; after: string };
  years: readonly number[];
  onChange: (next: Partial<CompareSearch>) => void;
};

const none = { from: undefined, to: undefined, before: undefined, after: undefined };

/** Chooses what is compared: an area between two years, or two images. */
export function CompareChoice(props: Props) {
  const { t } = useTranslation("compare");
  const { search, shown, onChange } = props;
  const isPair = Boolean(search.before && search.after);
  const byImages = isPair || !(hasArea(search) || search.by);
  return (
    <Tabs
      label={t("what")}
      value={byImages ? "images" : "years"}
      onChange={(tab) => {
        if (tab === "years") onChange({ ...none, by: "years" });
        else onChange({ ...none, by: undefined, before: shown.before, after: shown.after });
      }}
      tabs={[
        { value: "images", label: t("two_images"), content: <ImageChoice {...props} /> },
        { value: "years", label: t("area_years"), content: <YearChoice {...props} /> },
      ]}
    />
  );
}

export const hasArea = ({ region, district, garden }: CompareSearch): boolean =>
  Boolean(region || district || garden);

function Places({ search, onChange }: Pick<Props, "search" | "onChange">) {
  return (
    <div className="flex flex-wrap gap-2">
      <PlaceFilters
        of={["region", "district", "garden"]}
        value={search}
        onChange={(next) => onChange({ ...none, ...next })}
      />
    </div>
  );
}

function YearChoice({ search, shown, years, onChange }: Props) {
  const { t } = useTranslation("compare");
  const { from, to } = shown;
  const all = [...new Set([...years, from, to])]
    .filter((year) => year !== null)
    .sort((a, b) => a - b);
  const options = (fits: (year: number) => boolean) =>
    all.filter(fits).map((year) => ({ value: String(year), label: String(year) }));
  return (
    <div className="grid gap-2">
      <Places search={search} onChange={onChange} />
      {hasArea(search) && all.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {t("year_from")}
          <SelectBox
            aria-label={t("year_from_label")}
            className="w-24!"
            value={from === null ? "" : String(from)}
            onChange={(year) => onChange({ from: year, to: to === null ? undefined : String(to) })}
            options={options((year) => to === null || year < to)}
          />
          {t("year_to")}
          <SelectBox
            aria-label={t("year_to_label")}
            className="w-24!"
            value={to === null ? "" : String(to)}
            onChange={(year) =>
              onChange({ from: from === null ? undefined : String(from), to: year })
            }
            options={options((year) => from === null || year > from)}
          />
        </div>
      )}
    </div>
  );
}

function ImageChoice({ search, shown, onChange }: Props) {
  const { t } = useTranslation("compare");
  const { region, district, garden } = search;
  const { images = [] } = useImages({ region, district, garden });
  const before = images.find(({ id }) => String(id) === shown.before);
  const touching = (one: WholeImage) => !before || one.date > before.date || one.id === before.id;
  return (
    <div className="grid grid-cols-1 gap-2">
      <ImageBox
        label={t("before")}
        images={images}
        value={shown.before}
        onChange={(id) => onChange({ ...none, before: id, after: shown.after })}
      />
      <ImageBox
        label={t("after")}
        images={images.filter(touching).filter(({ id }) => String(id) !== shown.before)}
        value={shown.after}
        onChange={(id) => onChange({ ...none, before: shown.before, after: id })}
      />
    </div>
  );
}

type BoxProps = {
  label: string;
  images: readonly WholeImage[];
  value: string;
  onChange: (id: string) => void;
};

function ImageBox({ label, images, value, onChange }: BoxProps) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5 text-sm">
      <span aria-hidden className="text-xs text-ink-3">
        {label}
      </span>
      <SelectBox
        aria-label={label}
        value={value}
        placeholder={t("choose_image")}
        onChange={onChange}
        options={images.map((image) => ({
          value: String(image.id),
          label: `${format.date(image.date)} · ${t("gsd", { gsd: format.number(image.gsd_m, 2) })} · ${image.file_name}`,
        }))}
      />
    </div>
  );
}
