import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { Button, Spinner } from "../../ui/button.tsx";
import type { ShownWindow } from "./shown-window.ts";
import { useWindowImage } from "./window-image.ts";

type Props = {
  window: ShownWindow;
  /** The image itself: what is pressed, focused and described. */
  box: ComponentProps<"div"> & { ref: RefObject<HTMLDivElement | null> };
  /** Signs in an SVG over the image. */
  children?: ReactNode;
};

/** A window of the image as large as there is room, its frame drawn, the ground around it dimmed. */
export function WindowStage({ window, box, children }: Props) {
  const { shown, side, whole } = window;
  const image = useWindowImage(window.picture);
  const percent = (part: number, of: number) => `${(100 * part) / of}%`;
  const placed = (part: CalibrationWindow["shown"]) => ({
    left: percent(part.x, shown.width),
    top: percent(part.y, shown.height),
    width: percent(part.width, shown.width),
    height: percent(part.height, shown.height),
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
            ...placed({ x: shown.x, y: shown.y, width: side, height: side }),
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
  const { t } = useTranslation("calibration");
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
