import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { isUnfamiliar } from "@nihol/locales/ground-text";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { rowsText } from "../../map/data/label-text.ts";
import { CanopyNote } from "../../parts/counts/canopy-note.tsx";
import { CountLimits } from "../../parts/counts/count-limits.tsx";
import { TreeCount } from "../../parts/counts/tree-count.tsx";
import { bandsText } from "../../parts/images/bands-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";
import { ImageCover } from "./image-cover.tsx";

/** Metadata of one whole image: its trees first, then how it was taken and where. */
export function ImageMetadata({ image, ground }: { image: WholeImage; ground: ReactNode }) {
  const { t } = useTranslation(["imagery", "app", "coverage"]);
  const format = useFormat();
  const { trees } = image;
  const isCounted = trees.low !== null || trees.total > 0 || isUnfamiliar(trees);
  return (
    <div className="grid gap-4">
      {isCounted ? (
        <CountedTrees image={image} ground={ground} />
      ) : (
        !image.too_coarse && <p className="text-lg font-semibold">{t("no_results_yet")}</p>
      )}
      <CountLimits image={{ ...image, gsd_m: image.shown_gsd_m ?? image.gsd_m }} />
      <CanopyNote canopy={image.canopy} />
      {Boolean(image.shrubs) && (
        <p className="text-xs text-ink-3">
          {t("coverage:shrubs", { n: format.number(image.shrubs) })}
        </p>
      )}
      <FoundRows rows={image.rows} />
      {image.canopy && <ImageCover canopy={image.canopy} />}
      <Stats>
        {image.canopy && (
          <Stat
            label={t("crown_cover")}
            value={<Small>{coverOf(image.canopy, t, format)}</Small>}
          />
        )}
        <Stat
          label={t("size_px")}
          value={<Small>{`${format.number(image.width)} × ${format.number(image.height)}`}</Small>}
        />
        <Stat
          label={t("gsd")}
          value={
            <>
              <Small>{t("gsd_value", { gsd: format.number(image.gsd_m, 2) })}</Small>
              {image.shown_gsd_m !== null && (
                <p className="text-xs text-watch">
                  {t("gsd_shown", { gsd: format.number(image.shown_gsd_m, 2) })}
                </p>
              )}
            </>
          }
        />
        <Stat
          label={t("nir")}
          value={<Small>{image.has_nir ? t("nir_yes") : t("nir_no")}</Small>}
        />
        {image.bands && (
          <Stat
            label={t("bands")}
            value={
              <Small>{`${bandsText(image.bands, t)} (${t(`bands_by_${image.bands.basis}`)})`}</Small>
            }
          />
        )}
        {image.mended.length > 0 && (
          <Stat
            label={t("mended")}
            value={
              <>
                <Small>{image.mended.map((one) => t(`mended_${one}`)).join("; ")}</Small>
                {image.sent_file && <p className="text-xs text-ink-3">{t("sent_file_kept")}</p>}
              </>
            }
          />
        )}
        <Stat
          label={t("place")}
          value={<Small>{placeOf(image, format) || t("location_unknown")}</Small>}
        />
        <Stat label={t("gardens")} value={<Gardens image={image} />} />
        <Credits image={image} />
        <Stat
          label={t("date_hash")}
          value={
            <span className="flex items-center gap-1 text-sm font-normal">
              {`${image.date_hash.slice(0, 10)}…`}
              <CopyButton value={image.date_hash} what={t("copy_hash")} />
            </span>
          }
        />
      </Stats>
    </div>
  );
}

/** Trees of the image with what they rest on, and how many of them are green. */
function CountedTrees({ image, ground }: { image: WholeImage; ground: ReactNode }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { trees, plots_of } = image;
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
      <div className="grid gap-0.5">
        <TreeCount counts={trees} />
        {plots_of && (
          <p className="text-xs text-ink-3">
            {t("plots_of", {
              images: format.number(plots_of.images),
              windows: format.number(plots_of.windows),
            })}
          </p>
        )}
        {ground}
      </div>
      <GreenCounts trees={trees} />
    </div>
  );
}

/** Young trees in rows: a sentence a spacing, and what the marks in the fragments mean. */
function FoundRows({ rows }: { rows: WholeImage["rows"] }) {
  const { t } = useTranslation(["imagery", "map"]);
  const format = useFormat();
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-1.5 text-sm">
      <h2 className="font-semibold">{t("rows_title")}</h2>
      <ul className="grid gap-1">
        {rows.map((found) => (
          <li key={`${found.short_m} ${found.long_m} ${found.places}`}>
            {rowsText(found, { t, format })}
          </li>
        ))}
      </ul>
      <p className="text-muted">{t("rows_marks")}</p>
    </section>
  );
}

function Small({ children, lang }: { children: string; lang?: string }) {
  return (
    <span lang={lang} className="block text-sm font-medium tracking-normal break-words">
      {children}
    </span>
  );
}

/** Where the image comes from, whose it is and under which licence. */
function Credits({ image }: { image: WholeImage }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { source, attribution, licence } = image;
  return (
    <>
      {source && <Stat label={t("source")} value={<Small>{format.name(source.name)}</Small>} />}
      {attribution && (
        <Stat label={t("attribution")} value={<Small lang="mul">{attribution}</Small>} />
      )}
      {licence && <Stat label={t("licence")} value={<Small lang="mul">{licence}</Small>} />}
    </>
  );
}

function coverOf(
  { crown_ha, ground_ha }: NonNullable<WholeImage["canopy"]>,
  t: (key: string, params: Record<string, string>) => string,
  format: ReturnType<typeof useFormat>,
): string {
  const share = ground_ha > 0 ? crown_ha / ground_ha : null;
  return t("crown_cover_value", {
    hectares: format.hectares(crown_ha * 10_000),
    share: format.share(share),
  });
}

function placeOf(image: WholeImage, format: ReturnType<typeof useFormat>): string {
  return [image.district, image.region]
    .filter((one) => one !== null)
    .map((one) => format.name(one.name))
    .join(", ");
}

function Gardens({ image }: { image: WholeImage }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const may = useHolds("garden.view");
  if (image.gardens.length === 0) return <Small>{t("no_gardens_here")}</Small>;
  return (
    <span className="flex flex-wrap gap-x-2 text-sm font-medium tracking-normal">
      {image.gardens.map(({ id, name }) =>
        may ? (
          <Link
            key={id}
            to="/admin/gardens"
            search={{ open: String(id) }}
            className="text-accent underline-offset-2 hover:underline"
          >
            {format.name(name)}
          </Link>
        ) : (
          <span key={id}>{format.name(name)}</span>
        ),
      )}
    </span>
  );
}

const kinds = ["green", "not_green", "unsure"] as const;
const dots = {
  green: "bg-tree-green",
  not_green: "bg-tree-not-green",
  unsure: "bg-tree-unsure",
};

/** Green, not green, unsure; colour and word. */
function GreenCounts({ trees }: { trees: WholeImage["trees"] }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-full ${dots[kind]}`} />
          {t(`trees_${kind}`)}
          <span className="numeric font-medium">{format.number(trees[kind])}</span>
        </li>
      ))}
    </ul>
  );
}
