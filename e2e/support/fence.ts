/** A network without a way out, for a program and all its children: what tries to leave is counted. */
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Run inside a network namespace of its own. To a program it looks like a machine with a network: a
 * card, an address, a way to everywhere, a name server. The card's cable ends in a card that nobody
 * reads. The addresses are those that RFC 5737 keeps for documents.
 */
const layCables = `set -e
ip link set lo up
ip link add out type veth peer name nowhere
for card in out nowhere; do echo 1 >/proc/sys/net/ipv6/conf/$card/disable_ipv6; ip link set $card up; done
ip addr add 192.0.2.1/24 dev out
ip neigh add 192.0.2.254 lladdr 02:00:00:00:00:01 dev out
ip route add default via 192.0.2.254
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind "$1" "$(readlink -f /etc/resolv.conf)"
shift
exec "$@"`;

const resolver = join(import.meta.dirname, "fence-resolv.conf");

/** `command` behind the fence, as root or as an ordinary user, who stays one inside. */
function behindFence(command: string[]): [string, string[]] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const asRoot = ["sh", "-c", layCables, "fence", resolver];
  if (uid === 0) return ["unshare", ["-nm", ...asRoot, ...command]];
  const again = ["unshare", "-U", `--map-user=${uid}`, `--map-group=${gid}`];
  return ["unshare", ["-Urnm", ...asRoot, ...again, ...command]];
}

/** Reason why no fence can be put up on this machine; undefined when it can. */
export function noFence(): string | undefined {
  const { status, stderr, error } = spawnSync(...behindFence(["true"]), { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Runs a TypeScript program behind the fence and reads the JSON of its last line. */
export function runBehindFence<T>(program: string, environment: NodeJS.ProcessEnv): Promise<T> {
  const [command, args] = behindFence([process.execPath, program]);
  const child = spawn(command, args, {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split("\n").at(-1) ?? ""));
      else reject(new Error(`${program} ended with ${code}: ${errors.trim()}\n${output}`));
    });
  });
}

/** Attempts to leave: names asked of the name server, packets sent, calls to an IPv6 address. */
export interface Attempts {
  names: string[];
  packets: number;
  ipv6: number;
}

const numberAfter = (file: string, pattern: RegExp) =>
  Number(pattern.exec(readFileSync(file, "utf8"))?.[1] ?? Number.NaN);

/** The name that a question of RFC 1035 asks for. */
function askedName(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join(".");
}

/**
 * Listens behind the fence as the name server that every program there is given. Whatever is
 * asked lies at one address outside, so that who asked goes on to call it.
 * @returns a function that gives what tried to leave since it was last called
 */
export async function countAttempts(): Promise<() => Attempts> {
  const names = new Set<string>();
  const server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    names.add(askedName(question));
    server.send(answerTo(question), port, address);
  });
  await new Promise<void>((ready) => server.bind(53, "127.0.0.1", ready));
  server.unref();
  const count = () => ({
    packets: numberAfter("/proc/net/dev", /^\s*out:(?:\s+\d+){9}\s+(\d+)/m),
    ipv6: numberAfter("/proc/net/snmp6", /^Ip6OutNoRoutes\s+(\d+)/m),
  });
  let last = count();
  return () => {
    const now = count();
    const since = { packets: now.packets - last.packets, ipv6: now.ipv6 - last.ipv6 };
    const asked = [...names].sort();
    last = now;
    names.clear();
    return { names: asked, ...since };
  };
}

const typeOfA = 1;

/** 203.0.113.5 for a question after an IPv4 address, and no record for any other. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const asksForA = question.readUInt16BE(end - 4) === typeOfA;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(asksForA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 5];
  return asksForA ? Buffer.concat([head, Buffer.from(record)]) : head;
}
