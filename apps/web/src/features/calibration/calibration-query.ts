import type { Calibration } from "@nihol/contract/imagery/calibration";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

export const calibrationPath = (image: string | number) =>
  `${paths.wholeImage}/${image}/calibration`;

/** An image's windows and what they say; asked for again while the windows are being drawn. */
export function calibrationQuery(image: string) {
  return queryOptions({
    queryKey: [paths.wholeImage, "calibration", image],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/calibration", { params: { id: image }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === "drawing" ? 2000 : false),
  });
}

/** Keeps the server's answer to a change; the image's own count is fetched anew, since its range moves. */
export function useKeepCalibration(image: string): (next: Calibration) => void {
  const client = useQueryClient();
  return (next) => {
    client.setQueryData(calibrationQuery(image).queryKey, next);
    for (const what of ["one", "list"])
      void client.invalidateQueries({ queryKey: [paths.wholeImage, what] });
  };
}
