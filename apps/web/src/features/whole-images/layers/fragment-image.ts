import { queryOptions, useQuery } from "@tanstack/react-query";
import { getBlob } from "../../../lib/api/api.ts";
import { useBlobAddress } from "../../../lib/api/blob-address.ts";

/**
 * An image of a fragment, fetched with the person's token. `address` is the API's own, with
 * its version (`…/labelled?v=3`); `width` asks for a smaller one, in pixels.
 */
export function fragmentImageQuery(address: string, width?: number) {
  const [path = "", search = ""] = address.split("?");
  const params = { ...Object.fromEntries(new URLSearchParams(search)), width };
  return queryOptions({
    queryKey: ["fragment-picture", address, width ?? 0],
    queryFn: ({ signal }) => getBlob(path, params, { signal }),
    // The version is part of the address: what has come never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** The address of the same image coloured otherwise; `query` is that of the view. */
export const inView = (address: string, query: string) =>
  query === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${query}`;

/** The same as an address for `img`, given back to the browser when it is no longer shown. */
export function useFragmentImage(address: string, width?: number) {
  const query = useQuery(fragmentImageQuery(address, width));
  return { source: useBlobAddress(query.data), failed: query.isError, retry: query.refetch };
}
