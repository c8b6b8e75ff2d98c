import { drawIcon } from "../../points/draw-icon.ts";

/** A warning triangle in a square of 22, and its exclamation mark. */
export const casePaths = {
  triangle: "M11 2.5L20.5 19h-19z",
  sign: "M11 8.5v5M11 16.2v.3",
};
export const caseColor = "#9a1f5c";

export const caseIconName = (overdue: boolean): string => (overdue ? "case-overdue" : "case");

/** The triangle, full where the deadline has passed, else hollow; null where nothing can be drawn (tests). */
export function caseIcon(overdue: boolean): ImageData | null {
  return drawIcon(22, (paint) => {
    paint.lineJoin = "round";
    paint.lineCap = "round";
    const triangle = new Path2D(casePaths.triangle);
    paint.lineWidth = 3;
    paint.strokeStyle = "#ffffff";
    paint.stroke(triangle);
    paint.fillStyle = overdue ? caseColor : "#ffffff";
    paint.fill(triangle);
    paint.lineWidth = 1.8;
    paint.strokeStyle = caseColor;
    paint.stroke(triangle);
    paint.lineWidth = 2;
    paint.strokeStyle = overdue ? "#ffffff" : caseColor;
    paint.stroke(new Path2D(casePaths.sign));
  });
}
