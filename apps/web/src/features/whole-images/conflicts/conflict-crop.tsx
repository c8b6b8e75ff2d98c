import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFragmentImage } from "../layers/fragment-image.ts";
import { fragmentQuery } from "../layers/fragment-query.ts";
import { ImageOrState } from "../layers/thumbnail-image.tsx";
import { ConflictOutlines, statesOf } from "./conflict-signs.tsx";

/** Ground around the crowns, as a share of their size, and the least that is shown, in pixels of the image. */
const AROUND = 0.8;
const MIN_SIDE = 40;

/** The part of the image that holds all outlines. */
function cropOf(conflict: TreeConflict) {
  const boxes = statesOf(conflict).map(([, { box }]) => box);
  const [x0, y0] = [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
  ];
  const [x1, y1] = [
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
  const side = Math.max(MIN_SIDE, (1 + 2 * AROUND) * Math.max(x1 - x0, y1 - y0));
  return { x: (x0 + x1 - side) / 2, y: (y0 + y1 - side) / 2, side };
}

/** The image around one conflict, with what the person left and what the run found. */
export function ConflictCrop({ conflict }: { conflict: TreeConflict }) {
  const fragment = useQuery(fragmentQuery(conflict.whole_image, conflict.fragment));
  const { t } = useTranslation("conflicts");
  const { x, y, side } = cropOf(conflict);
  return (
    <div
      role="img"
      aria-label={t(`kind_${conflict.kind}`)}
      className="relative size-44 shrink-0 overflow-hidden rounded-md bg-[#151412] max-sm:h-56 max-sm:w-full"
    >
      {fragment.data ? (
        <Ground
          address={fragment.data.images.original}
          ground={fragment.data.window}
          box={`${x} ${y} ${side} ${side}`}
        >
          <ConflictOutlines conflict={conflict} />
        </Ground>
      ) : (
        <ImageOrState source={undefined} failed={fragment.isError} />
      )}
    </div>
  );
}

type GroundProps = {
  address: string;
  ground: { x: number; y: number; width: number; height: number };
  /** View box, in pixels of the image. */
  box: string;
  children: React.ReactNode;
};

function Ground({ address, ground, box, children }: GroundProps) {
  const { source, failed } = useFragmentImage(address);
  if (!source) return <ImageOrState source={source} failed={failed} />;
  return (
    <svg aria-hidden viewBox={box} className="absolute inset-0 size-full">
      <image href={source} {...ground} preserveAspectRatio="none" />
      {children}
    </svg>
  );
}
