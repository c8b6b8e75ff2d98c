import { ImageOff, LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFragmentImage } from "./fragment-image.ts";

const width = 256;

/** A fragment's image in small, at this address of the API. */
export function ThumbnailImage({ address }: { address: string }) {
  const { source, failed } = useFragmentImage(address, width);
  return <ImageOrState source={source} failed={failed} />;
}

type StateProps = { source: string | undefined; failed: boolean };

/** The image, or an icon and words for loading or failure. */
export function ImageOrState({ source, failed }: StateProps) {
  const { t } = useTranslation("imagery");
  if (source) return <img src={source} alt="" className="size-full object-cover" />;
  const Sign = failed ? ImageOff : LoaderCircle;
  const signClass = failed ? "text-act" : "animate-spin text-ink-3";
  return (
    <>
      <Sign aria-hidden className={`absolute inset-0 m-auto size-5 ${signClass}`} />
      <span className="sr-only">{t(failed ? "picture_failed" : "picture_loading")}</span>
    </>
  );
}

/** A neighbour's place where the image has no fragment: an outline with a word, never a spinner. */
export function NoFragment() {
  const { t } = useTranslation("imagery");
  return (
    <p className="m-1 grid aspect-square place-items-center rounded-md border border-dashed border-line-strong p-1 text-center text-2xs leading-tight text-ink-3">
      {t("no_fragment")}
    </p>
  );
}
