/**
 * Boxes and crowns in one picture: the crowns, plus what the boxes change of the original. The API
 * draws each layer over the original; added as differences they lie over each other without loss.
 */
export async function combineLayers(
  original: Blob,
  labelled: Blob,
  segmentation: Blob,
): Promise<Blob> {
  const [base, boxes, crowns] = await Promise.all([original, labelled, segmentation].map(pixels));
  if (!base || !boxes || !crowns) throw new Error("a layer is missing");
  const mixed = crowns.data;
  for (let at = 0; at < mixed.length; at++) {
    // both arrays are clamped to 0..255 when written
    mixed[at] = (mixed[at] ?? 0) + (boxes.data[at] ?? 0) - (base.data[at] ?? 0);
    if (at % 4 === 3) mixed[at] = 255;
  }
  const canvas = new OffscreenCanvas(crowns.width, crowns.height);
  canvas.getContext("2d")?.putImageData(crowns, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

async function pixels(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
