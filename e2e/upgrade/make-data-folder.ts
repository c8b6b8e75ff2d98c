/**
 * Makes e2e/upgrade/data-folder.tar.br and figures.json anew, with the version of this checkout: a small programme
 * entered by the API, and what the product says of it. Run it when a version is given out; the next one must start on
 * that folder and say the same: `node_modules/.bin/node e2e/upgrade/make-data-folder.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bboxPolygon } from "@nihol/geo/geometry";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { adminEmail } from "../support/client.ts";
import { type Product, startOn } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { until } from "../support/until.ts";
import { figuresOf } from "./figures.ts";
import { packFolder } from "./packed-folder.ts";

const names = (tg: string, ru: string, en: string, az: string) => ({ tg, ru, en, az });
/** The middle of the drawn scenes. */
const [lon, lat] = [69.1, 38.9];

async function enterProgramme(product: Product): Promise<void> {
  async function post<T = { id: number }>(path: string, body: unknown): Promise<T> {
    const answer = await product.api(adminEmail, "POST", path, body);
    if (answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }
  const region = await post("/region", {
    name: names("Вилояти санҷишӣ", "Пробная область", "Trial region", "Sınaq vilayəti"),
    code: "R1",
    boundary: bboxPolygon([69, 38.8, 69.3, 39]),
  });
  await post("/district", {
    name: names("Ноҳияи якум", "Первый район", "First district", "Birinci rayon"),
    code: "D1",
    boundary: bboxPolygon([69, 38.8, 69.15, 39]),
    region: region.id,
  });
  await post("/district", {
    name: names("Ноҳияи дуюм", "Второй район", "Second district", "İkinci rayon"),
    code: "D2",
    boundary: bboxPolygon([69.15, 38.8, 69.3, 39]),
    region: region.id,
  });
  const type = await post("/organization-type", {
    name: names("Вазорат", "Министерство", "Ministry", "Nazirlik"),
  });
  const ministry = await post("/ministry", {
    name: names("Вазорати ҷангал", "Министерство леса", "Ministry of Forests", "Meşə nazirliyi"),
    organization_type: type.id,
  });
  const garden = await post("/garden", {
    name: names("Боғи якум", "Первый сад", "First garden", "Birinci bağ"),
    ministry: ministry.id,
    boundary: bboxPolygon([lon - 0.0004, lat - 0.0003, lon + 0.0004, lat + 0.0003]),
  });
  await post("/garden", {
    name: names("Боғи нодида", "Сад без снимка", "Garden not seen", "Görünməyən bağ"),
    boundary: bboxPolygon([69.2, 38.85, 69.201, 38.851]),
  });
  await enterPlanting(post, garden.id);
  await enterDevice(product, post, garden.id);
  await post("/violation", {
    kind: "illegal_felling",
    title: "Рубка у канала",
    observed_on: "2026-05-20",
    garden: garden.id,
    ministry: ministry.id,
  });
  await post("/document", {
    name: names("Қарор", "Указ", "Order", "Fərman"),
    category: "order",
    date: "2026-01-15",
  });
}

type Post = <T = { id: number }>(path: string, body: unknown) => Promise<T>;

async function enterPlanting(post: Post, garden: number): Promise<void> {
  const tree = await post("/plant-tree-type", {
    name: names("Зардолу", "Абрикос", "Apricot", "Ərik"),
    latin_name: "Prunus armeniaca",
  });
  const task = await post("/plant-tree-task", {
    garden,
    assignedDate: "2026-03-01",
    dueDate: "2026-04-15",
    items: [{ tree_type: tree.id, quantity: 60 }],
  });
  await post(`/plant-tree-task/${task.id}/report`, {
    tree_type: tree.id,
    count: 41,
    plant_date: "2026-03-20",
  });
}

async function enterDevice(product: Product, post: Post, garden: number): Promise<void> {
  const device = await post("/device", {
    name: "SOIL-01",
    type: "soil",
    latitude: lat,
    longitude: lon,
    garden,
  });
  const { token } = await post<{ token: string }>(`/device/${device.id}/token`, {});
  const readings = Array.from({ length: 24 }, (_, hour) => ({
    ts: `2026-05-01T${String(hour).padStart(2, "0")}:00:00Z`,
    values: { soil_humidity: 20 + (hour % 6) },
  }));
  const sent = await fetch(`${product.address}/api/device/${device.id}/reading`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Device ${token}` },
    body: JSON.stringify({ readings }),
  });
  if (!sent.ok) throw new Error(await sent.text());
}

async function readImages(product: Product, scratch: string): Promise<void> {
  for (const date of [0, 1] as const) {
    const path = join(scratch, `scene-${date}.tif`);
    writeFileSync(path, encodeScene(drawScene({ seed: 5, lon, lat, date, size: 320 })));
    const status = await readImage(product, path, date === 0 ? "2025-05-14" : "2026-05-20");
    if (status !== "completed") throw new Error(`the image of date ${date} ended as ${status}`);
  }
  const asked = await product.api(adminEmail, "POST", "/image-compare", { garden: 1 });
  if (asked.status !== 200) throw new Error(`the comparison: ${JSON.stringify(asked.body)}`);
  await until("the images are compared", async () => {
    const { body } = await product.api(adminEmail, "GET", "/image-compare?garden=1");
    return (body as { status: string }).status === "completed" ? true : undefined;
  });
}

const scratch = mkdtempSync(join(tmpdir(), "nihol-upgrade-"));
const dataDir = join(scratch, "data");
try {
  const product = await startOn(dataDir, { NIHOL_DEMO: "0" });
  try {
    await enterProgramme(product);
    await readImages(product, scratch);
    const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
    }).trim();
    const figures = { commit, figures: await figuresOf(product) };
    writeFileSync(
      join(import.meta.dirname, "figures.json"),
      `${JSON.stringify(figures, null, 1)}\n`,
    );
  } finally {
    await product.pause();
  }
  packFolder(dataDir);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
