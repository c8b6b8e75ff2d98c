/** Files of deploy/ as their own tools read them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings, settings } from "@nihol/db/settings";
import { afterAll, expect, test } from "vitest";
import { productDir, runTool } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "nihol-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inDeploy = (...parts: string[]) => join(productDir, "deploy", ...parts);
const read = (...parts: string[]) => readFileSync(inDeploy(...parts), "utf8");
const composed = { POSTGRES_PASSWORD: "secret", NIHOL_PUBLIC_URL: "https://nihol.example" };

const { validate }: { validate: (text: string) => { message: string }[] } = createRequire(
  import.meta.url,
)("dockerfile-utils");

test("the Dockerfile says nothing wrong and builds on the project's own Node", () => {
  const text = read("docker", "Dockerfile");
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate("FROM a\nCOPPY a b\n").map(({ message }) => message)).toEqual([
    "Unknown instruction: COPPY",
  ]);
  const { devDependencies } = JSON.parse(readFileSync(join(productDir, "package.json"), "utf8"));
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`node:${devDependencies.node}-trixie-slim`]));
  expect(text.indexOf("USER nihol")).toBeGreaterThan(text.lastIndexOf("RUN "));
});

test("the compose file is one, and asks for its two settings", () => {
  const config = (env: Record<string, string>) =>
    runTool("docker-compose", ["-f", "compose.yaml", "config"], { env, cwd: inDeploy("docker") });
  const { status, said } = config(composed);
  expect(said).toContain("read_only: true");
  expect(status).toBe(0);
  expect(config({ POSTGRES_PASSWORD: "", NIHOL_PUBLIC_URL: "" }).said).toContain(
    "POSTGRES_PASSWORD",
  );
});

test("every setting that the files name is one of the product's, with a value that it takes", () => {
  const text = [
    read("docker", "Dockerfile"),
    read("docker", "compose.yaml"),
    read("systemd", "nihol.env"),
    read("systemd", "nihol-server@.service"),
    read("systemd", "nihol-worker@.service"),
  ].join("\n");
  const known = new Set<string>(Object.values(settings).map(({ name }) => name));
  const named = [...text.matchAll(/\b(NIHOL_[A-Z_]+|DATABASE_URL)(?:=|: )(\S+)/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, name = ""]) => name).filter((name) => !known.has(name))).toEqual([]);
  const values = named
    .filter(([, , value = ""]) => !value.includes("$"))
    .map(([, name = "", value = ""]) => [name, value]);
  expect(() => readSettings(Object.fromEntries(values))).not.toThrow();
});

test.each(["server", "worker"])(
  "systemd takes the unit of the %s, and finds it hardened",
  (name) => {
    const unit = read("systemd", `nihol-${name}@.service`);
    // The programs that it names are those of this folder.
    const program = /^ExecStart=\/opt\/nihol\/(\S+) (\S+)$/m.exec(unit);
    expect(() => readFileSync(join(productDir, program?.[2] ?? ""))).not.toThrow();
    const file = join(folder, `nihol-${name}@.service`);
    writeFileSync(file, unit.replace(/(?<=^ExecStart=)\S+/m, process.execPath));
    expect(runTool("systemd-analyze", ["verify", file])).toEqual({ status: 0, said: "" });
    // Tenths: namespaces and mounts of GDAL's cage cost the rest.
    const { status, said } = runTool("systemd-analyze", [
      "security",
      "--offline=true",
      "--threshold=30",
      file,
    ]);
    expect(said).toContain("Overall exposure level");
    expect(status).toBe(0);
  },
);

test("Caddy takes its file", () => {
  const { status, said } = runTool(
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", inDeploy("caddy", "Caddyfile")],
    { env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } },
  );
  expect(said).toContain("Valid configuration");
  expect(status).toBe(0);
});

test("the seccomp profile forbids what loads code into the kernel and nothing that the cage needs", () => {
  const { defaultAction, syscalls } = JSON.parse(read("docker", "seccomp.json"));
  expect(defaultAction).toBe("SCMP_ACT_ALLOW");
  const [{ names, action }] = syscalls;
  expect(action).toBe("SCMP_ACT_ERRNO");
  for (const name of ["kexec_load", "init_module", "bpf", "ptrace", "keyctl"])
    expect(names).toContain(name);
  for (const name of ["clone", "clone3", "unshare", "mount", "umount2", "pivot_root", "setns"])
    expect(names).not.toContain(name);
});
