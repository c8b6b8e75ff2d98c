/** Previews a file of gardens: its outlines, and what saving each would refuse. */

import type { GardenPreview } from "@nihol/contract/geometry";
import type { Db } from "@nihol/db/connection";
import type { BoundaryFile } from "@nihol/geo/files/boundary-codes";
import { bboxOf } from "@nihol/geo/polygon";
import { text } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import { listPlaceRefusals } from "../../policies/garden-place.ts";
import { may } from "../../policies/rights.ts";
import { previewOf } from "../../shared/boundaries/boundary-upload.ts";

/** Checked inside the request: some hundred outlines take well below a second. */
const max = { outlines: 200, positions: 50_000 };

type Feature = BoundaryFile["features"][number];

/** The first outlines of the file, as many as are checked here. */
function acceptable(features: readonly Feature[]): Feature[] {
  let positions = 0;
  return features.slice(0, max.outlines).filter(({ multiPolygon }) => {
    positions += multiPolygon.coordinates.flat(2).length;
    return positions <= max.positions;
  });
}

interface PreviewAsker {
  actor: Actor;
  /** Number of the garden when it is there already, and the ministry whose it would be. */
  garden?: number | undefined;
  ministry?: number | undefined;
  language: string;
}

/**
 * The preview of `previewOf` with a refusal at each outline that may not be a garden where it lies. Who may neither
 * add nor change gardens gets none: a refusal would give away where others' gardens are.
 */
export async function gardenPreview(
  db: Db,
  file: BoundaryFile,
  { actor, garden, ministry, language }: PreviewAsker,
): Promise<GardenPreview> {
  const preview = previewOf(file, language);
  const maySave = may(actor, "garden", "add") || may(actor, "garden", "change");
  const tried = maySave ? acceptable(file.features) : [];
  const shapes = tried.map(({ multiPolygon, areaM2 }) => ({
    boundary: multiPolygon,
    bbox: bboxOf(multiPolygon),
    area_m2: areaM2,
  }));
  const owner = { ministry_id: ministry ?? actor.ministryId, ...(garden && { id: garden }) };
  const refusals = await listPlaceRefusals(db, actor, shapes, owner);
  return {
    ...preview,
    features: preview.features.map((feature, index) => {
      const refusal = refusals[index];
      const reason = refusal && text(language, `errors.${refusal.code}`, refusal.params);
      return { ...feature, refusal: refusal && reason ? { code: refusal.code, reason } : null };
    }),
    untried: maySave ? file.features.length - tried.length : 0,
  };
}
