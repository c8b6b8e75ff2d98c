import { useApiImage } from "../lib/api/api-image.ts";
import { cx } from "../lib/cx.ts";

type Props = {
  /** The photo's path in the API. */
  photo: string | null | undefined;
  name: string;
  size?: "sm" | "lg";
};

/** A person's photo, or the first letters of the name. Says nothing by itself: the name stands near. */
export function Avatar({ photo, name, size = "sm" }: Props) {
  const address = useApiImage(photo);
  const box = size === "sm" ? "size-7 text-2xs" : "size-16 text-xl";
  if (address)
    return <img src={address} alt="" className={cx("shrink-0 rounded-full object-cover", box)} />;
  return (
    <span
      aria-hidden
      // As generated content, so that the letters are no part of a button's visible name.
      data-initials={initials(name)}
      className={cx(
        "flex shrink-0 items-center justify-center rounded-full bg-sunken font-semibold text-ink-2 before:content-[attr(data-initials)]",
        box,
      )}
    />
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
}
