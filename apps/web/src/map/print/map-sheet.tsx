import "./print.css";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { coordinateText } from "../../lib/text/coordinate-text.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { MapSnapshot } from "./map-snapshot.ts";
import { mapOnSheet, type Paper, roundScale, type SheetMap } from "./sheet-scale.ts";

type Props = {
  snapshot: MapSnapshot;
  paper: Paper;
  title: string;
  /** When what is shown was seen. */
  dates: readonly string[];
  legend: ReactNode;
};

/** A sheet of paper with the map and what is needed to read it; always as on white paper. */
export function MapSheet({ snapshot, paper, title, dates, legend }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const map = mapOnSheet(paper, snapshot.view, snapshot);
  const [west, south, east, north] = snapshot.bounds;
  return (
    <article
      className="map-sheet"
      style={{ width: `${map.sheet.width}mm`, height: `${map.sheet.height}mm` }}
    >
      <header>
        <h1>{title}</h1>
        <p>{t("print_made", { date: format.date(new Date()) })}</p>
      </header>
      <figure style={{ width: `${map.width}mm`, height: `${map.height}mm` }}>
        <img src={snapshot.url} alt={title} />
        <svg viewBox="0 0 24 36" role="img" aria-label={t("print_north")}>
          <path d="M12 2 21 26 12 21 3 26Z" fill="#fff" stroke="#222" strokeWidth="1.5" />
          <path d="M12 2 12 21 3 26Z" fill="#222" />
          <text x="12" y="35" textAnchor="middle" fontSize="9" fontWeight="600">
            {t("north_letter")}
          </text>
        </svg>
        <figcaption className="numeric" data-corner="north-west">
          {coordinateText(north, west, 4)}
        </figcaption>
        <figcaption className="numeric" data-corner="south-east">
          {coordinateText(south, east, 4)}
        </figcaption>
      </figure>
      <footer>
        <Scale map={map} />
        <div className="map-sheet-legend">{legend}</div>
        <div>
          {dates.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="numeric">
            {t("print_center", {
              place: coordinateText(snapshot.view.latitude, snapshot.view.longitude, 5),
            })}
          </p>
          <p>{t("print_sources", { sources: snapshot.sources })}</p>
        </div>
      </footer>
    </article>
  );
}

function Scale({ map: { scale, bar } }: { map: SheetMap }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const length =
    bar.meters < 1000
      ? `${format.number(bar.meters)} ${t("meters")}`
      : `${format.number(bar.meters / 1000)} ${t("kilometers")}`;
  return (
    <div>
      <p className="numeric">{t("print_scale", { scale: format.number(roundScale(scale)) })}</p>
      <div className="map-sheet-bar" style={{ width: `${bar.mm}mm` }} />
      <p className="numeric">{length}</p>
    </div>
  );
}
