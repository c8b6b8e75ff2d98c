/** The calls for the photo of a record, the same for gardens and devices. */
import type { photoCalls } from "@nihol/contract/attached-files";
import { paths } from "@nihol/contract/values/paths";
import type { z } from "@nihol/contract/z";
import type { Actor } from "../../http/actor.ts";
import type { App } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { keepPhoto, removePhoto, sendPhoto } from "./photo.ts";

type Owner = "device" | "garden";
interface PhotoRoutesOptions<A extends z.ZodType> {
  owner: Owner;
  calls: ReturnType<typeof photoCalls<A>>;
  /** The record within the actor's scope. @throws {Problem} 404 beyond it */
  find: (actor: Actor, id: number) => Promise<z.input<A>>;
  /** Key of its photo; nothing beyond the actor's scope. */
  findKey: (actor: Actor, id: number) => Promise<string | null | undefined>;
  /** Sets the key, or takes it away, and returns the one before. @throws {Problem} 404 beyond the actor's scope */
  update: (actor: Actor, id: number, key: string | null) => Promise<string | null>;
}

/** Gives the address of a record's photo, which changes with the photo, so that browsers may keep it; null without one. */
export const photoAddress = (owner: Owner, id: number, key: string | null) =>
  key && `${paths[owner]}/${id}/photo?v=${key.split("/").at(-1)?.slice(0, 8)}`;

/** Takes, removes and sends the photo of a record. */
export function photoRoutes<A extends z.ZodType>(
  app: App,
  { files }: Pick<Services, "files">,
  { owner, calls, find, findKey, update }: PhotoRoutesOptions<A>,
) {
  serve(app, calls.send, async (request) => {
    const { actor, params } = request;
    await find(actor, params.id);
    await keepPhoto(request, files, `photo/${owner}/${params.id}`, (key) =>
      update(actor, params.id, key),
    );
    return find(actor, params.id);
  });
  serve(app, calls.remove, async ({ actor, params }) => {
    await removePhoto(files, () => update(actor, params.id, null));
    return null;
  });
  serve(app, calls.photo, async ({ actor, params }, reply) =>
    sendPhoto(reply, files, await findKey(actor, params.id)),
  );
}
