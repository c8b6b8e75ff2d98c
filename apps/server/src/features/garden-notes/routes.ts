import { gardenNotes } from "@nihol/contract/garden-notes";
import type { Feature } from "../../http/feature.ts";
import { crud } from "../../shared/crud.ts";
import { findNote, listNotes } from "./garden-note-queries.ts";
import { createNote, patchNote, removeNote } from "./writes.ts";

export const gardenNoteRoutes: Feature = (app, services) =>
  crud(app, services, gardenNotes, {
    list: listNotes,
    find: findNote,
    create: createNote,
    patch: patchNote,
    remove: removeNote,
  });
