/** Fragments as images: rendered on demand in a child process, cached by browsers under an ETag. */

import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { ViewSettings } from "@nihol/contract/values/imagery";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { placeStateOf } from "@nihol/contract/values/planting/place-range";
import { greenStates } from "@nihol/contract/values/trees";
import { GRID_VERSION } from "@nihol/vision/raster/fragment-grid";
import { renderFragmentInChild } from "@nihol/vision/render/render-pool";
import type { FastifyReply, FastifyRequest } from "fastify";
import { askingOf } from "../../http/asking.ts";
import type { Services } from "../../http/services.ts";
import { askedView } from "../../shared/imagery/asked-view.ts";
import { findFragmentVersion, listWindowPlaces, listWindowTrees } from "./fragment-queries.ts";

interface FragmentImageOrder {
  image: {
    id: number;
    cog_key: string;
    facts: ImageMetadata;
    width: number;
    height: number;
    run: number;
  };
  fragment: Fragment;
  layer: "original" | "labelled" | "segmentation";
  /** Draws the places of rows of young trees too. */
  hasRows: boolean;
  /** Colouring of the image below the layer. */
  view: ViewSettings;
  /** Pixels across; the fragment's own width when left out. */
  width: number | undefined;
}

const pairs = (flat: number[]) =>
  Array.from({ length: flat.length / 2 }, (_, i): [number, number] => [
    flat[2 * i] ?? 0,
    flat[2 * i + 1] ?? 0,
  ]);

async function shownTrees({ db }: Pick<Services, "db">, order: FragmentImageOrder) {
  if (order.layer === "original") return [];
  const rows = await listWindowTrees(db.sql, order.image, order.fragment.n, order.fragment.window);
  return rows.map((row) => ({
    box: row.box,
    crown: pairs(row.crown),
    state: greenStates[row.green] ?? "unsure",
    isNeighbour: row.fragment !== order.fragment.n,
  }));
}

async function shownPlaces({ db }: Pick<Services, "db">, order: FragmentImageOrder) {
  if (order.layer === "original" || !order.hasRows) return [];
  const rows = await listWindowPlaces(db.sql, order.image, order.fragment.window);
  return rows.map(({ chance, pit, ...place }) => ({ ...place, state: placeStateOf(chance, pit) }));
}

/** Answers with WebP, or 304 when the reader has it already. The original never changes. */
export async function sendFragmentImage(
  services: Pick<Services, "db" | "files">,
  request: FastifyRequest,
  reply: FastifyReply,
  order: FragmentImageOrder,
) {
  const { image, fragment, layer, width, hasRows } = order;
  const { facts } = image;
  const { view, tag } = askedView(order.view, facts);
  // A restart counts the fragment's versions anew.
  const version =
    layer === "original"
      ? 0
      : `${image.run}.${await findFragmentVersion(services.db.sql, image.id, fragment.n)}`;
  const etag = `"${image.id}-${GRID_VERSION}-${fragment.n}-${layer}-${version}-${width ?? 0}${hasRows ? "-rows" : ""}${tag}"`;
  reply.header("etag", etag).header("cache-control", "private, max-age=0, must-revalidate");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const [trees, places] = await Promise.all([
    shownTrees(services, order),
    shownPlaces(services, order),
  ]);
  const shown = { trees, places };
  const webp = await renderFragmentInChild(
    { path: await services.files.local(image.cog_key), facts },
    fragment.window,
    { layer, ...shown, width, stretch: facts.stretch, view },
    askingOf(request, reply),
  );
  return reply.type("image/webp").send(webp);
}
