/** A small answerer of names on loopback (RFC 1035, A records alone), whose answers a test chooses. */
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import type { Resolve } from "../src/fetch/checked-lookup.ts";

/** @param answer the addresses of the nth question for a name, counted from 0 */
export async function dnsAnswerer(answer: (host: string, nth: number) => string[]) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const end = at + 5;
    const host = labels.join(".");
    const addresses = answer(host, asked.filter((one) => one === host).length);
    asked.push(host);
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      // Its name is the question's; an address for no time at all.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([head, ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolve: Resolve = async (host) =>
    (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }));
  return { resolve, asked, close: () => void socket.close() };
}
