import { useQuery } from "@tanstack/react-query";
import { getBlob } from "../../lib/api/api.ts";
import { useBlobAddress } from "../../lib/api/blob-address.ts";

/** A fragment's bare image as an address for `img`, fetched with the person's token. */
export function useOpinionImage(address: string) {
  const [path = "", search = ""] = address.split("?");
  const query = useQuery({
    queryKey: ["opinion-image", address],
    queryFn: ({ signal }) =>
      getBlob(path, Object.fromEntries(new URLSearchParams(search)), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return { source: useBlobAddress(query.data), isFailed: query.isError, retry: query.refetch };
}
