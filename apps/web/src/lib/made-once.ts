import { useRef } from "react";

type Writes<Body> = {
  make: (body: Body) => Promise<{ id: number }>;
  change: (id: number, body: Body) => Promise<unknown>;
};

/**
 * A record that one form makes once, whatever follows it (files, photos) and fails: the next try goes on with the same
 * record and sends only what was changed since. `known`: the record is there already.
 */
export function useMadeOnce<Body>({ make, change }: Writes<Body>, known?: number) {
  const made = useRef(known === undefined ? undefined : { id: known, sent: "" });
  return {
    /** Makes the record, or changes the one that was made. Throws ApiError. */
    async save(body: Body): Promise<number> {
      const sent = JSON.stringify(body);
      if (!made.current) made.current = { id: (await make(body)).id, sent };
      else if (made.current.sent !== sent) {
        await change(made.current.id, body);
        made.current.sent = sent;
      }
      return made.current.id;
    },
    /** The id of the record, once it is made. */
    id: () => made.current?.id,
  };
}
