/** Files of the demonstration's violations and documents, made once: `installation.demo_files` says that they are to come. */

import { createHash, randomUUID } from "node:crypto";
import type { FileKind } from "@nihol/contract/values/files";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import { previewInChild } from "@nihol/vision/render/render-pool";
import {
  type FileOwner,
  findSameFile,
  insertFile,
} from "../shared/attachments/attached-file-sql.ts";
import { kmlOf, pdfOf, pngOf } from "./demo-file-bytes.ts";
import { attachPlantingPhotos } from "./demo-photos.ts";
import { readInstallationValue } from "./first-data.ts";

interface DemoFile {
  name: string;
  kind: FileKind;
  bytes: Buffer;
}

async function attach(db: Db, files: FileStore, owner: FileOwner, by: number, file: DemoFile) {
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  // Attached already by a start that was ended before it was through.
  if (await findSameFile(db, owner, sha256)) return;
  const key = `attachment/${owner.table}/${owner.id}/${randomUUID()}`;
  await files.put(key, file.bytes);
  const previewKey = file.kind === "png" ? `${key}.webp` : null;
  if (previewKey) await files.put(previewKey, await previewInChild(await files.local(key)));
  const { name, kind, bytes } = file;
  const size = bytes.length;
  await insertFile(db, { id: by }, owner, { name, kind, size, sha256, key, previewKey });
}

async function attachToViolations(db: Db, files: FileStore, by: number) {
  const rows = await db
    .selectFrom("violation")
    .where("demo", "=", true)
    .orderBy("id")
    .select(["id", "title", "longitude", "latitude", "created_by"])
    .execute();
  for (const [index, row] of rows.entries()) {
    const owner = { table: "violation", id: row.id } as const;
    const who = row.created_by ?? by;
    const point: [number, number] = [row.longitude ?? 0, row.latitude ?? 0];
    // Photos of a case: three, two or one, in turn, under numbers as a camera gives them.
    for (let n = 0; n < 3 - (index % 3); n++)
      await attach(db, files, owner, who, {
        name: `IMG_${String(2041 + index * 7 + n)}.png`,
        kind: "png",
        bytes: pngOf(index * 3 + n),
      });
    const bytes = kmlOf(row.title, point);
    await attach(db, files, owner, who, { name: `${row.title}.kml`, kind: "kml", bytes });
  }
}

async function attachToDocuments(db: Db, files: FileStore, by: number) {
  const rows = await db
    .selectFrom("document")
    .where("demo", "=", true)
    .orderBy("id")
    .select(["id", "name", "number", "date"])
    .execute();
  for (const row of rows) {
    const { name } = row;
    const facts = [row.number, row.date].filter(Boolean).join(" · ");
    const owner = { table: "document", id: row.id } as const;
    for (const language of ["tg", "ru"] as const)
      await attach(db, files, owner, by, {
        name: `${name[language]}.pdf`,
        kind: "pdf",
        bytes: await pdfOf(name[language], [facts, name.en]),
      });
  }
}

/** Makes the files when they are still to come; a start that is ended meanwhile leaves the rest to the next. */
export async function makeDemoFiles(db: Db, files: FileStore): Promise<void> {
  if (!(await readInstallationValue(db, "demo_files"))) return;
  const person = await db
    .selectFrom("user_account")
    .where("email", "=", "sysadmin@nihol.example")
    .select("id")
    .executeTakeFirst();
  if (person) {
    await attachToViolations(db, files, person.id);
    await attachToDocuments(db, files, person.id);
    await attachPlantingPhotos(db, files);
  }
  await db.deleteFrom("installation").where("key", "=", "demo_files").execute();
}
