/** Small files beside an image that say where it lies: they are sent along with it, as metadata of its upload. */

/** By what they are to the server, as it names them in the metadata of an upload. */
export type FilesBeside = Partial<Record<"world" | "projection" | "aux", File>>;

const names: [kind: keyof FilesBeside, name: string][] = [
  ["world", "worldfile"],
  ["projection", "projection"],
  ["aux", "auxxml"],
];
/** Headers of a request hold no more; a world file has a hundred bytes, a .prj a thousand. */
const maxBytes = 3000;
const noted = new WeakMap<File, FilesBeside>();

/** Tells what a file is beside an image, by its ending; undefined for any other file. */
export function kindBeside(name: string): keyof FilesBeside | undefined {
  if (/\.(tfw|tifw|tiffw|jgw|jpgw|pgw|pngw|j2w|wld)$/i.test(name)) return "world";
  if (/\.prj$/i.test(name)) return "projection";
  return /\.aux\.xml$/i.test(name) ? "aux" : undefined;
}

/** Endings of images and of the world files that are theirs; `.wld` may be anybody's. */
const worldsOf: [image: RegExp, world: RegExp][] = [
  [/\.tiff?$/i, /\.(tfw|tifw|tiffw)$/i],
  [/\.jpe?g$/i, /\.(jgw|jpgw)$/i],
  [/\.png$/i, /\.(pgw|pngw)$/i],
  [/\.(jp2|j2k)$/i, /\.j2w$/i],
];
const withoutEnding = (name: string) => name.replace(/\.[^.]*$/, "").toLowerCase();

/** Tells whether a file beside an image in the same folder is this image's, by both names. */
export function goesWith(image: string, beside: string): boolean {
  const described = beside.replace(/\.aux\.xml$/i, "");
  if (described !== beside && described.toLowerCase() === image.toLowerCase()) return true;
  // `a.tif.aux.xml` is that of a.tif alone, `a.aux.xml` that of every image a.
  const stem = described === beside ? withoutEnding(beside) : described.toLowerCase();
  if (stem !== withoutEnding(image)) return false;
  const ofWorld = worldsOf.find(([, world]) => world.test(beside));
  return !ofWorld || ofWorld[0].test(image);
}

/** Keeps in mind what lies beside a file, for when it is sent. */
export function noteBeside(image: File, beside: FilesBeside): void {
  if (Object.keys(beside).length > 0) noted.set(image, beside);
}

/** Says whether something that lies beside a file may say where it is. */
export const hasBeside = (image: File): boolean => noted.has(image);

/** The texts beside a file, as metadata of its upload; what is too long to be sent is left out. */
export async function metadataBeside(image: File): Promise<Record<string, string>> {
  const metadata: Record<string, string> = {};
  for (const [kind, name] of names) {
    const file = noted.get(image)?.[kind];
    if (file && file.size <= maxBytes) metadata[name] = await file.text();
  }
  return metadata;
}
