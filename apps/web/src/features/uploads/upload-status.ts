import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { recordQuery } from "../../lib/list/use-list.ts";
import type { UploadEntry } from "./upload-store.ts";

/** What the server says of a file that has arrived; asked each second while it is being checked. */
export function useUploadStatus(entry: UploadEntry) {
  return useQuery({
    ...recordQuery(paths.upload, entry.id ?? ""),
    enabled: entry.state === "sent" && entry.id !== null && entry.process === null,
    refetchInterval: ({ state }) =>
      state.data === undefined || ["receiving", "checking"].includes(state.data.status)
        ? 1000
        : false,
  });
}
