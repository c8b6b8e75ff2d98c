import type { Upload } from "@nihol/contract/imagery/uploads";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { recordQuery } from "../../../lib/list/use-list.ts";
import type { UploadEntry } from "./upload-store.ts";

/** Asks what the server says of a file that has arrived; each second while it is being checked. */
export function uploadStatusQuery(entry: UploadEntry) {
  return queryOptions({
    ...recordQuery(paths.upload, entry.id ?? ""),
    enabled: entry.state === "sent" && entry.id !== null && entry.process === null,
    refetchInterval: ({ state }) =>
      state.data === undefined || ["receiving", "checking"].includes(state.data.status)
        ? 1000
        : false,
  });
}

export const useUploadStatus = (entry: UploadEntry) => useQuery(uploadStatusQuery(entry));

/** Says whether somebody has still to choose which band is which. */
export const isAsked = ({ facts }: Upload): boolean =>
  facts !== null && facts.band_readings.length > 0 && facts.bands.basis !== "person";
