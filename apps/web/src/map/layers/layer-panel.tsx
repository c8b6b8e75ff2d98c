import type { Garden } from "@nihol/contract/gardens";
import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import type { Page } from "@nihol/contract/paging";
import { useLocation } from "@tanstack/react-router";
import { Layers, Link as LinkIcon, Printer, Ruler, X } from "lucide-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { holds, useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useCopy } from "../../lib/use-copy.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { BaseNote } from "../base/base-note.tsx";
import { isPanelClosed, keepPanelClosed } from "../data/kept-choices.ts";
import {
  baseKinds,
  type LabelFigure,
  type LayerKind,
  labelFigures,
  type MapSearch,
  sharedAddress,
  withFigure,
  withLayer,
} from "../data/map-search.ts";
import { periodRange } from "../data/period.ts";
import { DateSlider } from "../images/date-slider.tsx";
import { periodUntil } from "../images/date-steps.ts";
import { ImagePicker } from "../images/image-picker.tsx";
import { useOrthophoto } from "../images/orthophoto-layer.tsx";
import type { MapPointLayer, ReadyPoints } from "../points/point-layer.tsx";
import { PeriodFilter } from "./period-filter.tsx";
import { pointLayers } from "./registry.ts";

type Props = {
  start: "open" | "closed";
  search: MapSearch;
  onSearch: (next: MapSearch) => void;
  layers: Set<LayerKind>;
  figures: Set<LabelFigure>;
  /** Those that may be chosen (null: none may be), their capture dates, and how strongly they are shown. */
  images: readonly MosaicImage[] | null;
  dates: readonly string[];
  opacity: number;
  onOpacity: (opacity: number) => void;
  gardens: Page<Garden> | undefined;
  points: readonly ReadyPoints[];
  /** Begins to measure; lays the map on a sheet of paper. */
  onMeasure: () => void;
  onPrint: () => void;
  /** Explains the colours and symbols; it stands on the map while the panel is closed, where there is room. */
  legend: ReactNode;
};

/** Pixels of a screen beside whose map the panel has room. */
const isWide = () => matchMedia("(min-width: 96rem)").matches;

/** Toggles, periods and what labels say, in one place. */
export function LayerPanel({ start, ...props }: Props) {
  const { t } = useTranslation("map");
  const id = useId();
  // On smaller screens it would lie over most of the map; whoever closed it finds it closed.
  const [open, setOpen] = useState(() => start === "open" && isWide() && !isPanelClosed());
  function toggle(next: boolean) {
    setOpen(next);
    if (start === "open" && isWide()) keepPanelClosed(!next);
  }
  if (!open) {
    return (
      <Button
        size="sm"
        data-print="no"
        data-map-cover="top-right"
        aria-expanded={false}
        icon={<Layers className="size-4" />}
        onClick={() => toggle(true)}
        className="absolute! top-2.5 inset-e-2.5 z-20 shadow-pop"
      >
        <span className="max-sm:sr-only">{t("panel")}</span>
      </Button>
    );
  }
  return (
    <section
      data-print="no"
      data-layer-panel
      data-map-cover="top-right"
      aria-labelledby={id}
      className="popup absolute top-2.5 inset-e-2.5 z-20 flex max-h-[calc(100%-5rem)] group-data-[map-from~=512]/map:max-h-[calc(100%-13rem)] w-64 max-w-[calc(100%-1.25rem)] flex-col"
    >
      <header className="flex items-center justify-between py-1.5 pe-1.5 ps-3">
        <h2 id={id} className="text-sm font-semibold">
          {t("panel")}
        </h2>
        <IconButton label={t("close_panel")} aria-expanded onClick={() => toggle(false)}>
          <X />
        </IconButton>
      </header>
      <div className="grid grid-cols-1 gap-3 overflow-y-auto px-3">
        <PanelSections {...props} />
        {/* Fades what goes on below; at the end it is the room under the last line. */}
        <div
          aria-hidden
          className="pointer-events-none sticky bottom-0 z-10 -mx-3 -mt-3 h-8 rounded-b-lg bg-linear-to-t from-raised from-25%"
        />
      </div>
    </section>
  );
}

function PanelSections({
  search,
  onSearch,
  layers,
  figures,
  images,
  dates,
  opacity,
  onOpacity,
  gardens,
  points,
  onMeasure,
  onPrint,
  legend,
}: Omit<Props, "start">) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const maySeeTrees = useHolds("planttreedetail.view");
  const { userData } = useUser();
  const orthophoto = useOrthophoto();
  const range = periodRange(search);
  const handleDate = (to: string | undefined) =>
    onSearch({ ...periodUntil(to, range), image: undefined });
  const left = gardens ? gardens.count - gardens.results.length : 0;
  return (
    <>
      <Part title={t("period")}>
        <PeriodFilter
          value={search}
          onChange={({ period, from, to }) => onSearch({ period, from, to, image: undefined })}
        />
        <DateSlider dates={dates} value={range} onChange={handleDate} />
      </Part>
      <Part title={t("layers")}>
        {maySeeTrees && (
          <Switch
            label={t("layer_trees")}
            checked={layers.has("trees")}
            onChange={(on) => onSearch(withLayer(search, "trees", on))}
          />
        )}
        {pointLayers
          .filter(({ right }) => right === null || holds(userData, right))
          .map(({ kind, withoutPlace, Options }) => (
            <Fragment key={kind}>
              <Switch
                label={t(`layer_${kind}`)}
                checked={layers.has(kind)}
                onChange={(on) => onSearch(withLayer(search, kind, on))}
              />
              {kind === "gardens" && layers.has(kind) && left > 0 && (
                <p className="text-xs text-ink-3">
                  {t("gardens_left", {
                    shown: format.number(gardens?.results.length),
                    count: format.number(gardens?.count),
                  })}
                </p>
              )}
              {Options && layers.has(kind) && <Options {...{ search, onSearch }} />}
              <PointsLeft
                points={points.find((one) => one.kind === kind)}
                withoutPlace={withoutPlace}
              />
            </Fragment>
          ))}
        {images && (
          <ImagePicker
            {...{ images, opacity, onOpacity, search, onSearch }}
            on={layers.has("image")}
          />
        )}
        {images && (
          <Switch
            label={t("layer_unseen")}
            checked={layers.has("unseen")}
            onChange={(on) => onSearch(withLayer(search, "unseen", on))}
          />
        )}
      </Part>
      <div className="empty:hidden [&>section]:w-full [&>section]:bg-transparent [&>section]:p-0 [&>section]:text-xs [&>section]:shadow-none">
        {legend}
      </div>
      <Part title={t("base_map")}>
        <BaseNote />
        <Segmented
          label={t("base_map")}
          value={search.base ?? "theme"}
          onChange={(base) => onSearch({ base: base === "theme" ? undefined : base })}
          options={(["theme", ...baseKinds] as const).map((value) => ({
            value,
            label: t(`base_${value}`),
          }))}
        />
        {orthophoto && (
          <Switch
            label={t("orthophoto")}
            hint={format.name(orthophoto.name)}
            checked={search.orthophoto === "1"}
            onChange={(on) => onSearch({ orthophoto: on ? "1" : undefined })}
          />
        )}
        <Switch
          label={t("globe")}
          checked={search.projection === "globe"}
          onChange={(on) => onSearch({ projection: on ? "globe" : undefined })}
        />
        <Switch
          label={t("graticule")}
          checked={search.graticule === "1"}
          onChange={(on) => onSearch({ graticule: on ? "1" : undefined })}
        />
      </Part>
      <Part title={t("tools")}>
        <div className="flex flex-wrap gap-2 py-1">
          <Button size="sm" icon={<Ruler className="size-4" />} onClick={onMeasure}>
            {t("measure")}
          </Button>
          <Button size="sm" icon={<Printer className="size-4" />} onClick={onPrint}>
            {t("print")}
          </Button>
          <CopyLink search={search} />
        </div>
      </Part>
      <Part title={t("label_settings")}>
        {labelFigures.map((figure) => (
          <Checkbox
            key={figure}
            checked={figures.has(figure)}
            onChange={(on) => onSearch(withFigure(search, figure, on))}
          >
            {t(`label_${figure}`)}
          </Checkbox>
        ))}
      </Part>
    </>
  );
}

/**
 * The address says where the map is and what it shows; where a screen keeps that to itself there is none to copy.
 * What is usual is said too: whoever opens it may have chosen otherwise for themselves.
 */
function CopyLink({ search }: { search: MapSearch }) {
  const { t } = useTranslation("map");
  const copy = useCopy();
  const hasPlace = useLocation({ select: ({ search }) => "at" in search });
  if (!hasPlace) return null;
  return (
    <Button
      size="sm"
      icon={<LinkIcon className="size-4" />}
      onClick={() => copy(sharedAddress(location.href, search))}
    >
      {t("copy_link")}
    </Button>
  );
}

/** Counts the records of a layer that are not on the map. */
function PointsLeft({
  points,
  withoutPlace,
}: {
  points: ReadyPoints | undefined;
  withoutPlace: MapPointLayer["withoutPlace"];
}) {
  const { t } = useTranslation("map");
  const format = useFormat();
  if (!points) return null;
  const { without, left } = points;
  return (
    <>
      {without > 0 && (
        <p className="text-xs text-ink-3">{t(withoutPlace, { count: format.number(without) })}</p>
      )}
      {left > 0 && (
        <p className="text-xs text-ink-3">{t("points_left", { count: format.number(left) })}</p>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-0.5">
      <h3 className="text-2xs font-medium tracking-wide text-ink-3">{title}</h3>
      {children}
    </section>
  );
}
