import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getBlob } from "../../lib/api/api.ts";

/** A window's image as an address for `img`, fetched with the person's token. */
export function useWindowImage(address: string) {
  const query = useQuery(windowImageQuery(address));
  const blob = query.data;
  const [made, setMade] = useState<{ blob: Blob; source: string }>();
  useEffect(() => {
    if (!blob) return;
    const source = URL.createObjectURL(blob);
    setMade({ blob, source });
    return () => URL.revokeObjectURL(source);
  }, [blob]);
  return {
    source: made && made.blob === blob ? made.source : undefined,
    isFailed: query.isError,
    retry: query.refetch,
  };
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
