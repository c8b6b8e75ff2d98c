/** An image brought in by the API, as the panel does it. */
import { readFileSync } from "node:fs";
import { adminEmail, type Client } from "./client.ts";
import { until } from "./until.ts";

/** Uploads the file, orders its process and waits for its end; returns the status that it ended with. */
export async function readImage(
  product: Client,
  path: string,
  date = "2026-05-14",
  /** Of the record under whose name it is uploaded. */
  source: number | null = null,
): Promise<string> {
  const bytes = readFileSync(path);
  const sent = await product.send(adminEmail, "POST", "/upload", bytes, {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes.length),
    "upload-metadata": `filename ${Buffer.from("scene.tif").toString("base64")}`,
    "content-type": "application/offset+octet-stream",
  });
  const upload = sent.headers.get("location")?.split("/").at(-1);
  const stateOf = async (call: string) =>
    (await product.api(adminEmail, "GET", call)).body as { status: string };
  await until("the file is checked", async () =>
    (await stateOf(`/upload/${upload}`)).status === "ready" ? true : undefined,
  );
  const order = { upload, date, ...(source !== null && { source }) };
  const { body } = await product.api(adminEmail, "POST", "/satellite-imagery", order);
  const { id } = body as { id: number };
  return until("the image is read", async () => {
    const { status } = await stateOf(`/satellite-imagery/${id}`);
    return ["pending", "in_progress"].includes(status) ? undefined : status;
  });
}
