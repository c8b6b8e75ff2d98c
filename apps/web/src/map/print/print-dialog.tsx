import type { TreeDates } from "@nihol/contract/imagery/trees";
import { Printer } from "lucide-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { noteLines, type Shown } from "../images/capture-note.tsx";
import { MapSheet } from "./map-sheet.tsx";
import { type MapSnapshot, takeSnapshot } from "./map-snapshot.ts";
import { type Paper, papers } from "./sheet-scale.ts";

type Props = {
  map: MapLibreMap;
  /** The title to begin with. */
  title: string;
  /** Images and trees whose dates the sheet names, as under the map. */
  images: readonly Shown[];
  trees: TreeDates | undefined;
  legend: ReactNode;
  onClose: () => void;
};

/** The map as it is shown, on a sheet: to be printed, or kept as PDF by the browser's own printing. */
export function PrintDialog({ map, title: start, images, trees, legend, onClose }: Props) {
  const { t } = useTranslation(["map", "app"]);
  const [title, setTitle] = useState(start);
  const [paper, setPaper] = useState<Paper>("a4");
  const format = useFormat();
  const dates = noteLines(images, trees, { t, format });
  const snapshot = useMapSnapshot(map);
  const sheet = snapshot && snapshot !== "failed" && (
    <MapSheet {...{ snapshot, paper, title, dates, legend }} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("print")}
      width="lg"
      actions={
        <Button
          tone="primary"
          disabled={!sheet}
          icon={<Printer className="size-4" />}
          onClick={() => window.print()}
        >
          {t("print_now")}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-0 grow">
            <TextField name="title" label={t("print_title")} value={title} onChange={setTitle} />
          </div>
          <Segmented
            label={t("print_paper")}
            value={paper}
            onChange={setPaper}
            options={papers.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </div>
        {snapshot === "failed" && <p role="alert">{t("print_failed")}</p>}
        {snapshot === undefined && <SkeletonLines lines={8} />}
        {sheet && <div className={`map-sheet-preview map-sheet-${paper}`}>{sheet}</div>}
      </div>
      {/* Shows the printer the sheet alone, of the whole page. */}
      {sheet &&
        createPortal(
          <div data-map-paper={paper} aria-hidden>
            {sheet}
          </div>,
          document.body,
        )}
    </Dialog>
  );
}

/** The pixels of the map; undefined while they are drawn, "failed" where the browser gives none. */
function useMapSnapshot(map: MapLibreMap): MapSnapshot | "failed" | undefined {
  const [snapshot, setSnapshot] = useState<MapSnapshot | "failed">();
  useEffect(() => {
    let url: string | undefined;
    let isLeft = false;
    const taken = (next: MapSnapshot) => {
      url = next.url;
      if (isLeft) URL.revokeObjectURL(next.url);
      else setSnapshot(next);
    };
    takeSnapshot(map).then(taken, () => setSnapshot("failed"));
    return () => {
      isLeft = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [map]);
  return snapshot;
}
