import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getBlob } from "../../../lib/api/api.ts";

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

/** The same as an address for `img`, given back to the browser when it is no longer shown. */
export function useFragmentImage(address: string, width?: number) {
  const query = useQuery(fragmentImageQuery(address, width));
  return { source: useBlobAddress(query.data), failed: query.isError, retry: query.refetch };
}

/** An address for `img` of a blob, for as long as the component stands. */
export function useBlobAddress(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; source: string }>();
  useEffect(() => {
    if (!blob) return;
    const source = URL.createObjectURL(blob);
    setMade({ blob, source });
    return () => URL.revokeObjectURL(source);
  }, [blob]);
  return made && made.blob === blob ? made.source : undefined;
}
