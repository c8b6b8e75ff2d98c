/**
 * Boxes and crowns in one image. The API draws each layer over the original: every pixel is taken
 * from the layer that changed it more.
 */
export async function combineLayers(
  original: Blob,
  labelled: Blob,
  segmentation: Blob,
): Promise<Blob> {
  const [base, boxes, crowns] = await Promise.all([original, labelled, segmentation].map(pixels));
  if (!base || !boxes || !crowns) throw new Error("a layer is missing");
  const mixed = new Uint32Array(crowns.data.buffer);
  const boxed = new Uint32Array(boxes.data.buffer);
  for (let pixel = 0; pixel < mixed.length; pixel++) {
    const at = pixel * 4;
    if (change(base.data, boxes.data, at) > change(base.data, crowns.data, at))
      mixed[pixel] = boxed[pixel] ?? 0;
  }
  const canvas = new OffscreenCanvas(crowns.width, crowns.height);
  canvas.getContext("2d")?.putImageData(crowns, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Difference of two pixels: the sum over red, green and blue. */
function change(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  let sum = 0;
  for (let band = at; band < at + 3; band++) sum += Math.abs((a[band] ?? 0) - (b[band] ?? 0));
  return sum;
}

async function pixels(image: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
