/**
 * Trees counted by people in small windows of a picture, drawn at random. From them come the range that
 * the picture's count is shown with, and the threshold that suits pictures like it.
 */
export const calibrationLimits = {
  /** Windows drawn at first, asked for at once, and at most for one picture. */
  windows: { first: 12, more: 6, max: 48 },
  /** From so many counted windows, with a tree found in them, the range comes from the windows. */
  needed: 5,
  /** Marks in one window. */
  annotations: 500,
} as const;

export const calibrationStates = ["none", "drawing", "open"] as const;
export const calibrationWindowStates = ["open", "counted", "skipped"] as const;
