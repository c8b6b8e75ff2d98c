/** The smallest build of exifr, which reads JPEG alone and has no types of its own. */
declare module "exifr/dist/mini.esm.mjs" {
  interface Options {
    tiff: boolean;
    exif: boolean;
    gps: boolean;
    reviveValues: boolean;
  }
  const exifr: {
    parse: (
      bytes: ArrayBuffer,
      options: Options,
    ) => Promise<Record<string | number, unknown> | undefined>;
  };
  export default exifr;
}
