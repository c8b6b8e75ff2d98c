import type { ComponentProps } from "react";
import { AnnotationStage } from "../../parts/annotating/annotation-stage.tsx";
import { frameOf, type ShownWindow } from "./shown-window.ts";
import { useWindowImage } from "./window-image.ts";

type Props = { window: ShownWindow } & Pick<
  ComponentProps<typeof AnnotationStage>,
  "box" | "children"
>;

/** A window of the image as large as there is room. */
export function WindowStage({ window, ...rest }: Props) {
  const image = useWindowImage(window.picture);
  return <AnnotationStage frame={frameOf(window)} whole={window.whole} image={image} {...rest} />;
}
