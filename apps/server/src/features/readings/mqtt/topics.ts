/** Topics on which devices publish their readings. */

/** Topic of a device that names none: ThingsBoard's, and the device is the one of the connection. */
export const ownTopic = "v1/devices/me/telemetry";
const numbered = /^devices\/([1-9]\d{0,8})\/readings(?:\/([a-z0-9_]{1,40}))?$/;

/** Group of the servers of an installation, where there may be several. */
export const defaultShare = "nihol";

/**
 * Filters of what a server takes from a broker outside. ThingsBoard's topic is not among them: a broker does not tell
 * who has sent.
 * @param share group of servers that share the messages; undefined where there is one, which is given all
 */
export function filtersOf(share: string | undefined): string[] {
  const group = share === undefined ? "" : `$share/${share}/`;
  return [`${group}devices/+/readings`, `${group}devices/+/readings/+`];
}

/** Device of a topic; `id` is undefined where the connection says which. `parameter` is set where the topic names one. */
export interface ReadingTopic {
  id: number | undefined;
  parameter: string | undefined;
}

/** Reads `devices/<id>/readings`, `devices/<id>/readings/<parameter>` and ThingsBoard's; undefined for any other. */
export function readTopic(topic: string): ReadingTopic | undefined {
  if (topic === ownTopic) return { id: undefined, parameter: undefined };
  const [, id, parameter] = numbered.exec(topic) ?? [];
  return id === undefined ? undefined : { id: Number(id), parameter };
}
