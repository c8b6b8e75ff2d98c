import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getBlob } from "../../lib/api/api.ts";
import { useBlobAddress } from "../../lib/api/blob-address.ts";
import { useHolds } from "../../lib/permissions.ts";

/**
 * A whole image in small beside its name in a list, where the list has room for it. It is asked for when it comes into
 * sight: a narrow list, and rows nobody scrolls to, cost the line nothing.
 */
export function ImageThumbnail({ image }: { image: number | null }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  const maySee = useHolds("wholeimage.view");
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setIsSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const { data } = useQuery({
    queryKey: [paths.wholeImage, "thumbnail", image],
    queryFn: ({ signal }) => getBlob(`${paths.wholeImage}/${image}/thumbnail`, {}, { signal }),
    enabled: isSeen && maySee && image !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const source = useBlobAddress(data);
  return (
    <span
      ref={place}
      className="hidden size-10 shrink-0 overflow-hidden rounded-md bg-sunken @5xl/list:block"
    >
      {source && <img src={source} alt="" className="size-full object-cover" />}
    </span>
  );
}
