import type { ComponentProps, ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { Button, Spinner } from "../../ui/button.tsx";
import type { Frame, Rect } from "./annotations.ts";

type Props = {
  frame: Frame;
  /** Where all of the image lies, in pixels from the corner of what is shown. */
  whole: Rect;
  image: { source: string | undefined; isFailed: boolean; retry: () => unknown };
  /** The image itself: what is pressed, focused and described. */
  box: ComponentProps<"div"> & { ref: RefObject<HTMLDivElement | null> };
  /** Signs in an SVG over the image. */
  children?: ReactNode;
};

/** A part of an image as large as there is room, its frame drawn, the ground around it dimmed. */
export function AnnotationStage({ frame, whole, image, box, children }: Props) {
  const { shown, part = { x: 0, y: 0, width: frame.width, height: frame.height } } = frame;
  const percent = (size: number, of: number) => `${(100 * size) / of}%`;
  const placed = (rect: Rect) => ({
    left: percent(rect.x, shown.width),
    top: percent(rect.y, shown.height),
    width: percent(rect.width, shown.width),
    height: percent(rect.height, shown.height),
  });
  const ratio = shown.width / shown.height;
  return (
    <div className="flex h-[min(100vw,62dvh)] items-center justify-center bg-[#151412] [container-type:size] lg:h-auto lg:min-h-64 lg:grow">
      <div
        {...box}
        className={cx(
          "relative touch-manipulation overflow-hidden select-none focus-visible:outline-offset-[-3px] focus-visible:outline-white",
          box.className,
        )}
        style={{ width: `min(100cqw, ${100 * ratio}cqh)`, aspectRatio: ratio }}
      >
        {image.source && (
          <img
            src={image.source}
            alt=""
            draggable={false}
            className="absolute max-w-none"
            style={placed(whole)}
          />
        )}
        <div
          aria-hidden
          className="absolute outline-2 -outline-offset-2 outline-white"
          style={{
            ...placed({ ...part, x: shown.x + part.x, y: shown.y + part.y }),
            boxShadow: "0 0 0 4px rgb(0 0 0 / 70%), 0 0 0 200vmax rgb(0 0 0 / 50%)",
          }}
        />
        <svg aria-hidden className="pointer-events-none absolute inset-0 size-full">
          {children}
        </svg>
        {!image.source && <Waiting isFailed={image.isFailed} onRetry={image.retry} />}
      </div>
    </div>
  );
}

function Waiting({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => unknown }) {
  const { t } = useTranslation("imagery");
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center text-white">
      {isFailed ? (
        <>
          <p role="alert">{t("picture_failed")}</p>
          <Button size="sm" onClick={() => void onRetry()}>
            {t("app:try_again")}
          </Button>
        </>
      ) : (
        <Spinner />
      )}
    </div>
  );
}
