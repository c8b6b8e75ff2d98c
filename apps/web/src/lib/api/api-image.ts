import { useQuery } from "@tanstack/react-query";
import { getBlob } from "./api.ts";
import { useBlobAddress } from "./blob-address.ts";

/**
 * An image of the API as an address for `img`: the image's call needs the Authorization header,
 * which a plain `src` cannot carry. undefined while it is coming or when it cannot be had.
 */
export function useApiImage(path: string | null | undefined): string | undefined {
  const { data: blob } = useQuery({
    queryKey: [path, "image"],
    // The moment is part of the address: a changed photo keeps its path, and browsers keep photos.
    queryFn: ({ signal }) => getBlob(path ?? "", { at: Date.now() }, { signal }),
    enabled: Boolean(path),
    staleTime: 600_000,
    retry: false,
  });
  return useBlobAddress(blob);
}
