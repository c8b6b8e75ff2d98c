/**
 * Trees counted by people in small windows of an image, drawn at random. From them come the range that
 * the image's count is shown with, and the threshold that suits images like it.
 */
export const calibrationLimits = {
  /** Windows drawn at first, asked for at once, and at most for one image. */
  windows: { first: 12, more: 6, max: 48 },
  /** From so many counted windows, with a tree found in them, the range comes from the windows. */
  needed: 5,
  /** Annotations in one window. */
  annotations: 500,
} as const;

export const calibrationStates = ["none", "drawing", "open"] as const;
export const calibrationWindowStates = ["open", "counted", "skipped"] as const;
