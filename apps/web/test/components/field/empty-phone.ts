import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { fieldDatabaseName } from "../../../src/lib/api/field-tasks.ts";

/** Begins with a phone that keeps nothing: files of tests may share a process, and the number of a person. */
export const emptyPhone = (): Promise<void> => deleteDB(fieldDatabaseName);
