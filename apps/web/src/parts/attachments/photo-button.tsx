import { type ReactNode, useState } from "react";
import { useApiImage } from "../../lib/api/api-image.ts";
import { Dialog } from "../../ui/dialog.tsx";

type Props = {
  /** The photo's path in the API. */
  image: string;
  label: string;
  /** Of the small photo, which is a square. */
  width: "w-12" | "w-full";
  /** Below the small photo, and pressed with it. */
  children?: ReactNode;
  /** Below the large one. */
  about?: ReactNode;
};

/** A photo, small; pressed, as large as the screen allows. */
export function PhotoButton({ image, label, width, children, about }: Props) {
  const address = useApiImage(image);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className={`block shrink-0 text-start ${width}`}
      >
        <span className="block aspect-square overflow-hidden rounded-md bg-sunken">
          {address && <img src={address} alt="" className="size-full object-cover" />}
        </span>
        {children}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} width="lg">
        <div className="grid gap-3">
          <img
            src={address}
            alt={label}
            className="mx-auto max-h-[75dvh] max-w-full rounded-md object-contain"
          />
          {about}
        </div>
      </Dialog>
    </>
  );
}
