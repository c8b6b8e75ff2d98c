import type { ImageGround } from "@nihol/contract/imagery/grounds";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

/** The kind of ground that an image shows, and what was learned of it; asked for again while it is being learned. */
export function groundQuery(image: string) {
  return queryOptions({
    queryKey: [paths.wholeImage, "ground", image],
    queryFn: ({ signal }) => ask("GET /whole-image/:id/ground", { params: { id: image }, signal }),
    refetchInterval: ({ state }) => (state.data?.ground?.is_learning ? 1500 : false),
  });
}

/** Keeps the server's answer to a change; the image itself is fetched anew, since it may be counted again. */
export function useKeepGround(image: string): (next: ImageGround) => void {
  const client = useQueryClient();
  return (next) => {
    client.setQueryData(groundQuery(image).queryKey, next);
    for (const what of ["one", "list"])
      void client.invalidateQueries({ queryKey: [paths.wholeImage, what] });
  };
}
