import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  type Visitor,
} from "../support/imagery-server.ts";
import { canMount } from "../support/small-disk.ts";

describe.skipIf(!canMount())("a full disk", () => {
  let server: ImageryServer;
  let owner: Visitor;
  let folder: string;
  const bytes = geoTiff({ size: 256 });
  const resize = (size: string) =>
    execFileSync("mount", ["-o", `remount,size=${size}`, "-t", "tmpfs", folder]);

  beforeAll(async () => {
    server = await imageryServer();
    owner = await server.visitor("MasterAdmin");
    folder = server.files.path("upload");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  });
  afterAll(async () => {
    execFileSync("umount", [folder]);
    await server.close();
  });

  test("refuses an upload that does not fit, and leaves nothing of it", async () => {
    resize("4m");
    const answer = await owner.create(bytes.length);
    expect(answer.status).toBe(507);
    const { code, detail } = JSON.parse(await answer.text());
    expect(code).toBe("disk_full");
    expect(detail).toBe("The server has no room left for this. Tell your administrator.");
    expect(readdirSync(folder)).toEqual([]);
    expect(await server.db.sql.selectFrom("upload").select("id").execute()).toEqual([]);
  });

  test("says so when it fills up in the middle of an upload, which goes on when there is room", async () => {
    resize("1g");
    const id = await owner.begin(bytes.length);
    resize("64k");
    const answer = await owner.patch(id, 0, bytes);
    expect(answer.status).toBe(507);
    expect(JSON.parse(await answer.text()).code).toBe("disk_full");
    resize("1g");
    const head = await owner.tus("HEAD", `/upload/${id}`);
    const offset = Number(head.headers.get("upload-offset"));
    await owner.patch(id, offset, bytes.subarray(offset));
    expect((await owner.checked(id)).status).toBe("ready");
  });
});
