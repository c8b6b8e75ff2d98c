import { useRef } from "react";
import { patch, post } from "./api/api.ts";

/**
 * A record that one form makes once, whatever follows it (files, photos) and fails: the next try goes on with the same
 * record and sends only what was changed since. `known`: the record is there already.
 */
export function useMadeOnce<T extends { id: number }>(path: string, known?: number) {
  const made = useRef(known === undefined ? undefined : { id: known, sent: "" });
  return {
    /** Makes the record, or changes the one that was made. Throws ApiError. */
    async save(values: object): Promise<number> {
      const sent = JSON.stringify(values);
      if (!made.current) made.current = { id: (await post<T>(path, values)).id, sent };
      else if (made.current.sent !== sent) {
        await patch<T>(`${path}/${made.current.id}`, values);
        made.current.sent = sent;
      }
      return made.current.id;
    },
    /** The id of the record, once it is made. */
    id: () => made.current?.id,
  };
}
