/** The fetcher against servers and an answerer of names on loopback. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type FetcherOptions, openFetcher } from "../src/fetch/source-fetcher.ts";
import type { SourceProblem } from "../src/fetch/source-problem.ts";
import { dnsAnswerer } from "./dns-answerer.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const image = { kind: "image", maxBytes: 1000 } as const;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server on loopback that notes what it was asked. */
async function serverOf(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server: Server = createServer((request, reply) => {
    asked.push(request);
    return answer(request, reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(
    () => void server.closeAllConnections(),
    () => void server.close(),
  );
  return { asked, at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function fetcherOf(options: Partial<FetcherOptions> & { inside?: string[]; hosts?: string[] }) {
  const { inside = [], hosts = [], ...more } = options;
  const fetcher = openFetcher({ allowed: { hosts, inside }, ...more });
  closers.push(fetcher.close);
  return fetcher;
}
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: SourceProblem) => error.reason ?? error,
  );
const sendsImage: RequestListener = (_, reply) => void reply.end(png);

describe("a server inside", () => {
  test("is asked when the installation names it with its port", async () => {
    const { at } = await serverOf(sendsImage);
    expect((await fetcherOf({ inside: [at] }).get(`http://${at}/1.png`, image)).bytes).toEqual(png);
  });

  test("is not asked because an administrator wrote its IP into the list", async () => {
    const { at, asked } = await serverOf(sendsImage);
    const reason = await reasonOf(fetcherOf({ hosts: [at] }).get(`http://${at}/1.png`, image));
    expect(reason).toMatchObject({ code: "source_inside" });
    expect(asked).toHaveLength(0);
  });
});

describe("a name", () => {
  test("that leads inside is refused before anything is sent", async () => {
    const { at, asked } = await serverOf(sendsImage);
    const port = at.split(":")[1];
    const dns = await dnsAnswerer(() => ["127.0.0.1"]);
    closers.push(dns.close);
    const fetcher = fetcherOf({ hosts: [`tiles.test:${port}`], resolve: dns.resolve });
    expect(await reasonOf(fetcher.get(`http://tiles.test:${port}/`, image))).toEqual({
      code: "source_inside",
      params: { host: "tiles.test" },
    });
    expect(asked).toHaveLength(0);
  });

  test("with one public and one inside address is refused whole", async () => {
    const dns = await dnsAnswerer(() => ["203.0.114.7", "10.0.0.1"]);
    closers.push(dns.close);
    const fetcher = fetcherOf({ hosts: ["tiles.test"], resolve: dns.resolve });
    expect(await reasonOf(fetcher.get("http://tiles.test/", image))).toMatchObject({
      code: "source_inside",
    });
  });

  test("that changes its answer is connected to at the address that was judged: it is asked for once a connection", async () => {
    const { at, asked } = await serverOf(sendsImage);
    const port = at.split(":")[1];
    // Public when it is judged, loopback ever after. The public one is of nobody: nothing answers there.
    const dns = await dnsAnswerer((_, nth) => (nth === 0 ? ["203.0.114.7"] : ["127.0.0.1"]));
    closers.push(dns.close);
    const options = { hosts: [`tiles.test:${port}`], resolve: dns.resolve, timeoutMs: 300 };
    const fetcher = fetcherOf(options);
    const address = `http://tiles.test:${port}/`;
    const first = await reasonOf(fetcher.get(address, image));
    expect(first).toMatchObject({ code: expect.stringMatching(/^source_(timeout|unreachable)$/) });
    expect(dns.asked).toEqual(["tiles.test"]);
    expect(await reasonOf(fetcher.get(address, image))).toMatchObject({ code: "source_inside" });
    expect(asked).toHaveLength(0);
  });

  test("that nobody knows is said to be unknown", async () => {
    const dns = await dnsAnswerer(() => []);
    closers.push(dns.close);
    const fetcher = fetcherOf({ hosts: ["tiles.test"], resolve: dns.resolve });
    expect(await reasonOf(fetcher.get("http://tiles.test/", image))).toMatchObject({
      code: "source_name_unknown",
    });
  });
});

describe("a redirect", () => {
  const to =
    (location: string): RequestListener =>
    (_, reply) =>
      void reply.writeHead(302, { location }).end();

  test.each([
    ["to another port of this machine", "http://127.0.0.1:1/", "source_host"],
    ["to the clouds' metadata", "http://169.254.169.254/latest/meta-data/", "source_host"],
    ["to a file", "file:///etc/passwd", "source_address"],
    ["with an IP in other figures", "http://2130706433:1/", "source_address_odd"],
    ["with the scheme left out", "//evil.example/x", "source_host"],
    ["with a password", "http://a:b@127.0.0.1:1/", "source_address_credentials"],
  ])("%s is judged like an address that a person wrote", async (_, location, code) => {
    const { at } = await serverOf(to(location));
    const reason = await reasonOf(fetcherOf({ inside: [at] }).get(`http://${at}/`, image));
    expect(reason).toMatchObject({ code });
  });

  test("to where may be asked is followed, without what was secret for the first server", async () => {
    const second = await serverOf(sendsImage);
    const first = await serverOf(to(`http://${second.at}/tile.png`));
    const value = { kind: "bearer", name: "", secret: "a token" } as const;
    const fetcher = fetcherOf({
      inside: [first.at, second.at],
      credential: { origin: `http://${first.at}`, value },
    });
    await fetcher.get(`http://${first.at}/`, image);
    expect(first.asked[0]?.headers.authorization).toBe("Bearer a token");
    expect(second.asked[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [303, ["POST /", "GET /found"]],
    [307, ["POST /", "POST /found"]],
  ])("of status %i after a search asks again as that status says", async (status, expected) => {
    const { at, asked } = await serverOf((request, reply) => {
      if (request.url === "/found") return void reply.end("{}");
      return void reply.writeHead(status, { location: "/found" }).end();
    });
    const json = { kind: "json", maxBytes: 1000 } as const;
    await fetcherOf({ inside: [at] }).post(`http://${at}/`, { limit: 1 }, json);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(expected);
    const isAsked = asked[1]?.headers["content-type"] === "application/json";
    expect(isAsked).toBe(status === 307);
  });

  test("without end is ended", async () => {
    const { at, asked } = await serverOf(to("/again"));
    expect(await reasonOf(fetcherOf({ inside: [at] }).get(`http://${at}/`, image))).toMatchObject({
      code: "source_redirects",
    });
    expect(asked).toHaveLength(6);
  });
});

describe("an answer", () => {
  const answered = async (
    answer: RequestListener,
    expected: Parameters<ReturnType<typeof openFetcher>["get"]>[1] = image,
    options = {},
  ) => {
    const { at } = await serverOf(answer);
    return reasonOf(fetcherOf({ inside: [at], ...options }).get(`http://${at}/`, expected));
  };

  test("that says it is too large is not read", async () => {
    const reason = await answered(
      (_, reply) => void reply.writeHead(200, { "content-length": 5000 }).end(Buffer.alloc(5000)),
    );
    expect(reason).toMatchObject({ code: "source_too_large" });
  });

  test("that grows too large is ended", async () => {
    const reason = await answered((_, reply) => {
      for (let n = 0; n < 50; n++) reply.write(Buffer.alloc(100));
      reply.end();
    });
    expect(reason).toMatchObject({ code: "source_too_large" });
  });

  test("that grows too large when it is unpacked is ended", async () => {
    const packed = gzipSync(`{"a":"${"x".repeat(5000)}"}`);
    expect(packed.length).toBeLessThan(1000);
    const reason = await answered(
      (_, reply) => void reply.writeHead(200, { "content-encoding": "gzip" }).end(packed),
      { kind: "json", maxBytes: 1000 },
    );
    expect(reason).toMatchObject({ code: "source_too_large" });
  });

  test("that does not end is given up", async () => {
    const reason = await answered((_, reply) => void reply.writeHead(200).write(png), image, {
      timeoutMs: 200,
    });
    expect(reason).toMatchObject({ code: "source_timeout" });
  });

  test("that is no image says what it is", async () => {
    const reason = await answered(
      (_, reply) =>
        void reply
          .writeHead(200, { "content-type": "text/xml" })
          .end("<ServiceException>Layer not defined</ServiceException>"),
    );
    expect(reason).toMatchObject({
      code: "source_not_image",
      params: { type: "text/xml", said: "Layer not defined" },
    });
  });

  test("of a part must be that part", async () => {
    const range = { start: 0, end: 9 };
    const bytes = { kind: "bytes", maxBytes: 1000, range } as const;
    const whole = await answered((_, reply) => void reply.end(Buffer.alloc(100)), bytes);
    expect(whole).toMatchObject({ code: "source_no_ranges" });
    const other = await answered(
      (_, reply) =>
        void reply.writeHead(206, { "content-range": "bytes 5-14/100" }).end(Buffer.alloc(10)),
      bytes,
    );
    expect(other).toMatchObject({ code: "source_no_ranges" });
  });

  test.each([
    [429, true],
    [503, true],
    [404, false],
  ])("of status %i is to be asked again: %s", async (status, passing) => {
    const { at } = await serverOf((_, reply) => void reply.writeHead(status).end());
    const error = await fetcherOf({ inside: [at] })
      .get(`http://${at}/`, image)
      .catch((one: SourceProblem) => one);
    expect(error).toMatchObject({ passing, reason: { params: { status } } });
  });
});
