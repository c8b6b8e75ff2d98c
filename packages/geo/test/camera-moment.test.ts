import { expect, test } from "vitest";
import { cameraMoment } from "../src/tiff/capture-date.ts";

test("a moment of the camera's clock is read", () => {
  expect(cameraMoment("2026:05:14 09:30:00")).toBe("2026-05-14T09:30:00");
  expect(cameraMoment("2024:02:29 23:59:59")).toBe("2024-02-29T23:59:59");
});

test.each([
  "2026:02:30 09:30:00",
  "2026:04:31 09:30:00",
  "2025:02:29 09:30:00",
  "0000:00:00 00:00:00",
  "0000:05:14 09:30:00",
  "0001:01:01 00:00:00",
  "1970:01:01 00:00:00",
  "2002:01:01 00:00:00",
  "9999:12:31 09:30:00",
  "2026:13:01 09:30:00",
  "2026:05:14 24:00:00",
  "2026:05:14 09:60:00",
  "    :  :     :  :  ",
  "",
])("'%s' is no moment of a photo", (exif) => expect(cameraMoment(exif)).toBeUndefined());
