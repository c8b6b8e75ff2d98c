import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Marker, useMap } from "@vis.gl/react-maplibre";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import type { LonLat } from "../../../map/drawing/sketch.ts";
import { useSketch } from "../../../map/drawing/use-sketch.ts";
import { useMapPress } from "../../../map/use-map-press.ts";
import { Button } from "../../../ui/button.tsx";
import { MissingPart } from "../../../ui/missing-part.tsx";
import { BesideQuestion } from "../corrections/beside-question.tsx";
import { CorrectTools } from "./correct-tools.tsx";
import { type MapCorrections, type MapDraft, useMapCorrections } from "./use-map-corrections.ts";

type Props = {
  image: WholeImage;
  /** The tree that buttons act on. */
  chosen: number | undefined;
  onChoose: (id: number | undefined) => void;
  /** Drawing under way: presses on the map belong to it. */
  draft: MapDraft | undefined;
  onDraft: (draft: MapDraft | undefined) => void;
  onLeave: () => void;
};

/** Metres: of a tree that is added without an edge, where none is chosen whose size it could have. */
const usualRadiusM = 2;

/** Correcting the trees of an image on its map: a child of the map, whose presses choose trees or draw. */
export default function CorrectOnMap({ image, chosen, onChoose, draft, onDraft, onLeave }: Props) {
  const { t } = useTranslation("corrections");
  const map = useMap().current;
  const corrections = useMapCorrections(image.id, () => map?.getMap().refreshTiles("trees"));
  const mayAdd = useHolds("planttreedetail.add");
  const query = useQuery({
    ...recordQuery(paths.plantTreeDetail, chosen ?? 0),
    enabled: chosen !== undefined,
  });
  const tree = chosen === undefined ? undefined : query.data;
  useEffect(() => {
    if (!draft) return;
    const handleKey = ({ key }: KeyboardEvent) => key === "Escape" && onDraft(undefined);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [draft, onDraft]);

  function handleAdd(shape: Parameters<MapCorrections["add"]>[0]) {
    onDraft(undefined);
    void corrections.add(shape).then((made) => made && onChoose(made.id));
  }
  function handleMove(position: LonLat) {
    onDraft(undefined);
    if (tree) void corrections.change(tree, { position });
  }
  function handleOutline(outline: LonLat[]) {
    if (draft === "add") return handleAdd({ outline });
    onDraft(undefined);
    if (tree) void corrections.change(tree, { outline });
  }
  /** For who does not press the map: the middle of what is seen, to which keys move it. */
  function handleMiddle() {
    const center = map?.getCenter();
    if (!center) return;
    const position: LonLat = [center.lng, center.lat];
    if (draft === "move") return handleMove(position);
    const area = tree?.segmentation.area_m2;
    handleAdd({ position, radius_m: area ? Math.sqrt(area / Math.PI) : usualRadiusM });
  }
  async function handleUndo() {
    const id = await corrections.undo();
    onChoose(id);
  }

  return (
    <>
      {tree && <ChosenPlace position={tree.position} />}
      {draft === "move" && <PressToMove onPlace={handleMove} />}
      <section
        data-map-cover="top-left"
        className="popup absolute top-13 inset-s-2.5 z-10 grid w-66 max-w-[calc(100%-4.5rem)] gap-2 p-2 text-sm"
        aria-label={t("title")}
      >
        <CorrectTools
          {...{ tree, draft, onDraft, onLeave, corrections, mayAdd }}
          isUnknown={query.isError}
          onUndo={() => void handleUndo()}
          onRemoved={() => onChoose(undefined)}
        />
        {draft && (
          <Hint
            draft={draft}
            onMiddle={handleMiddle}
            onOutline={handleOutline}
            onCancel={() => onDraft(undefined)}
          />
        )}
        <p aria-live="polite" className="text-ink-2 empty:hidden">
          {draft ? "" : corrections.said}
        </p>
      </section>
      <BesideQuestion question={corrections.question} />
    </>
  );
}

function ChosenPlace({ position: [longitude, latitude] }: { position: LonLat }) {
  return (
    <Marker {...{ longitude, latitude }} style={{ pointerEvents: "none" }}>
      <span
        data-chosen-tree
        className="block size-7 rounded-full border-3 border-white outline-2 outline-[#1b7fb0]"
      />
    </Marker>
  );
}

function PressToMove({ onPlace }: { onPlace: (position: LonLat) => void }) {
  useMapPress(({ lng, lat }) => onPlace([lng, lat]));
  return null;
}

type HintProps = {
  draft: MapDraft;
  onMiddle: () => void;
  onOutline: (outline: LonLat[]) => void;
  onCancel: () => void;
};

const modes = { add: "circle", crown: "polygon", move: undefined } as const;

/** Says how it is drawn, and by which keys. */
function Hint({ draft, onMiddle, onOutline, onCancel }: HintProps) {
  const { t } = useTranslation(["corrections", "app"]);
  const map = useMap().current;
  const { isMissing, isReady, onRetry } = useSketch(map?.getMap(), modes[draft], onOutline);
  const isDrawn = modes[draft] !== undefined;
  return (
    <div
      className="grid gap-2 rounded-md bg-sunken p-2"
      aria-busy={isDrawn && !isReady && !isMissing}
    >
      {isMissing ? <MissingPart onRetry={onRetry} /> : <p role="status">{t(`on_map_${draft}`)}</p>}
      <div className="flex flex-wrap gap-1.5">
        {draft !== "crown" && (
          <Button size="sm" onClick={onMiddle}>
            {t("on_map_middle")}
          </Button>
        )}
        <Button size="sm" onClick={onCancel}>
          {t("app:cancel")}
        </Button>
      </div>
    </div>
  );
}
