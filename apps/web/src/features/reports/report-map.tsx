import type { Report, ReportRow } from "@nihol/contract/reports/reports";
import { paths } from "@nihol/contract/values/paths";
import {
  isDarkShade,
  mapShades,
  maxMapNames,
  shadesOf,
  unseenShade,
} from "@nihol/contract/values/reports/report-map";
import {
  fitShapes,
  type PaperPoint,
  placeOfName,
  type Shape,
  thinRing,
} from "@nihol/geo/paper-map";
import { noValue } from "@nihol/locales/format-number";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useDistricts, useRegions } from "../../map/data/map-data.ts";

/** The units of the drawing, four to a millimetre of the paper. */
const size = { width: 1080, height: 420 };
/** Corners nearer to the one before than this are left out. */
const tolerance = 0.8;
const nameSize = 10;
const lineHeight = 12;
/** Letters of a line of a name. */
const lineLength = 20;

/**
 * The report's territories, the darker the more trees: lines and letters, which every browser prints sharp. Nothing
 * until their outlines are asked for, or for who may not see them; a sentence where none has one.
 */
export function ReportMap({ report }: { report: Report }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const { shapes, rows, isOfRows } = useShapes(report);
  const isKnown = shapes !== none;
  const paths = useMemo(() => {
    const project = fitShapes(shapes, { x: 4, y: 4, width: size.width - 8, height: size.height });
    return shapes.map((shape) => ({
      id: shape.id,
      path: shape.boundary.coordinates
        .flat()
        .map((ring) => pathOf(thinRing(ring, project, tolerance)))
        .join(""),
      place: placeOfName(shape, project),
    }));
  }, [shapes]);
  if (!isKnown) return null;
  if (paths.length === 0) return <p className="px-5 pt-4 text-2xs text-ink-2">{t("map_none")}</p>;
  const names = new Map(rows.map(({ id, name }) => [id, format.name(name)]));
  const { max, shade } = shadesOf(rows);
  return (
    <figure className="px-5 pt-2 [print-color-adjust:exact]">
      <figcaption className="flex items-center gap-4 text-2xs text-ink-2">
        <strong>{t("map_trees")}</strong>
        {!isOfRows && <span>{t("map_regions")}</span>}
        <span className="numeric inline-flex items-center gap-1.5">
          {format.number(0)}
          <span aria-hidden className="inline-flex">
            {mapShades.map((color) => (
              <span key={color} className="h-2 w-4" style={{ background: color }} />
            ))}
          </span>
          {format.number(max)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-2 w-4 border border-line-strong" />
          {noValue}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={t("map_trees")}
        viewBox={`0 0 ${size.width} ${size.height + 8}`}
        className="h-[105mm] w-full"
      >
        {paths.map(({ id, path }) => (
          <path key={id} d={path} fill={shade(id)} stroke="#5b574e" strokeWidth={0.8} />
        ))}
        {paths.length <= maxMapNames &&
          paths.map(({ id, place }) => (
            <Name key={id} name={names.get(id) ?? ""} place={place} shade={shade(id)} />
          ))}
      </svg>
    </figure>
  );
}

type NameProps = { name: string; place: PaperPoint; shade: string };

/** A name in as many lines as it needs, with a rim of its territory's shade. */
function Name({ name, place: [x, y], shade }: NameProps) {
  const lines = linesOf(name);
  const isDark = shade !== unseenShade && isDarkShade(shade);
  return (
    <text
      textAnchor="middle"
      fontSize={nameSize}
      fill={isDark ? "#ffffff" : "#222222"}
      stroke={shade}
      strokeWidth={2.5}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {lines.map((line, index) => (
        <tspan
          key={line}
          x={x}
          y={y + (index - (lines.length - 1) / 2) * lineHeight + nameSize * 0.35}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** A name broken between words. */
function linesOf(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const pathOf = (ring: readonly PaperPoint[]): string =>
  `M${ring.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

const none: readonly Shape[] = [];

/** The outlines of the report's lines; where few of its districts have one, those of the regions. `none` until they are known. */
function useShapes({ kind, rows, from, to }: Report) {
  const districts = useDistricts(kind === "district").data?.results;
  const ofDistricts = useMemo(() => districts && shapesOf(districts, rows), [districts, rows]);
  const isTerritory = ({ id }: ReportRow) => id !== null;
  const few = ofDistricts && ofDistricts.length * 2 < rows.filter(isTerritory).length;
  const isOfRows = kind === "region" || !few;
  const regions = useRegions(kind === "region" || few === true).data?.results;
  const query = { from: from ?? undefined, to: to ?? undefined };
  const regionReport = useQuery({
    queryKey: [paths.reportRegion, query],
    queryFn: ({ signal }) => ask("GET /report/region", { query, signal }),
    enabled: !isOfRows,
  });
  const regionRows = kind === "region" ? rows : regionReport.data?.rows;
  const ofRegions = useMemo(
    () => regions && regionRows && shapesOf(regions, regionRows),
    [regions, regionRows],
  );
  return isOfRows && kind === "district"
    ? { shapes: ofDistricts ?? none, rows, isOfRows }
    : { shapes: ofRegions ?? none, rows: regionRows ?? [], isOfRows };
}

type Territory = { id: number; boundary?: Shape["boundary"] | null | undefined };

function shapesOf(known: readonly Territory[], rows: readonly ReportRow[]): Shape[] {
  const ids = new Set(rows.map(({ id }) => id));
  return known.flatMap(({ id, boundary }) => (boundary && ids.has(id) ? [{ id, boundary }] : []));
}
