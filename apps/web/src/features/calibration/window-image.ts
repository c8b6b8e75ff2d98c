import { useQuery } from "@tanstack/react-query";
import { getBlob } from "../../lib/api/api.ts";
import { useBlobAddress } from "../../lib/api/blob-address.ts";

/** A window's image as an address for `img`, fetched with the person's token. */
export function useWindowImage(address: string) {
  const query = useQuery(windowImageQuery(address));
  return { source: useBlobAddress(query.data), isFailed: query.isError, retry: query.refetch };
}

/** The bytes behind it. A window shows the same ground for as long as it is there. */
export function windowImageQuery(address: string) {
  const [path = "", search = ""] = address.replace(/^\/api(?=\/)/, "").split("?");
  return {
    queryKey: ["calibration-picture", address],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      getBlob(path, Object.fromEntries(new URLSearchParams(search)), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  };
}
