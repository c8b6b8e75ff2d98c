/** The manifests of deploy/kubernetes as kubectl renders them, by Kubernetes' own schemas and the product's settings. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSettings, settings } from "@nihol/db/settings";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { productDir, runTool } from "./tools.ts";

const inKubernetes = (...parts: string[]) => join(productDir, "deploy", "kubernetes", ...parts);

interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  resources: object;
  ports?: { name: string }[];
  startupProbe?: object;
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
}
interface Pod {
  containers: Container[];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  terminationGracePeriodSeconds: number;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    template?: { metadata: { labels: object }; spec: Pod };
    selector?: { matchLabels?: object };
    podSelector?: { matchLabels: object };
  };
}

/** A copy that notes which of its parts are read. `unread` lists the others, as paths. */
function watched(value: unknown, path = ""): { value: unknown; unread: () => string[] } {
  if (typeof value !== "object" || value === null) return { value, unread: () => [] };
  const parts = Object.entries(value).map(
    ([key, part]) => [key, watched(part, `${path}/${key}`)] satisfies [string, unknown],
  );
  const values = parts.map(([key, part]) => [key, part.value] satisfies [string, unknown]);
  const copy = Array.isArray(value)
    ? values.map(([, part]) => part)
    : Object.fromEntries<unknown>(values);
  const read = new Set<PropertyKey>();
  const get = (target: object, key: PropertyKey) => {
    read.add(key);
    return Reflect.get(target, key);
  };
  return {
    value: new Proxy(copy, { get }),
    unread: () =>
      parts.flatMap(([key, part]) => (read.has(key) ? part.unread() : [`${path}/${key}`])),
  };
}

const capital = (word = "") => word.charAt(0).toUpperCase() + word.slice(1);

/** Faults of a manifest by the schema of its kind: what is missing or wrong, and fields that the kind does not have. */
async function faultsOf(manifest: Pick<Manifest, "apiVersion" | "kind">): Promise<unknown[]> {
  const { apiVersion, kind } = manifest;
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  const name = `IoK8sApi${capital(group?.split(".")[0])}${capital(version)}${kind}`;
  const { validate } = await import(`kubernetes-models/_schemas/${name}`);
  const { value, unread } = watched(manifest);
  const isValid: boolean = validate(value);
  return [...(isValid ? [] : validate.errors), ...unread().map((path) => `unknown: ${path}`)];
}

function render(folder: string): Manifest[] {
  const { status, said } = runTool("kubectl", ["kustomize", inKubernetes(folder)]);
  if (status !== 0) throw new Error(said);
  return parseAllDocuments(said).map((document) => document.toJS());
}

const rendered = { base: render("base"), example: render("example") };
const podsOf = (manifests: Manifest[]) =>
  manifests.flatMap(({ metadata: { name }, spec }) =>
    spec?.template
      ? [{ name, labels: spec.template.metadata.labels, pod: spec.template.spec }]
      : [],
  );

test.each(Object.entries(rendered))(
  "%s fits Kubernetes' schemas, field by field",
  async (_, all) => {
    expect(all.length).toBeGreaterThan(9);
    for (const manifest of all)
      expect([manifest.kind, ...(await faultsOf(manifest))]).toEqual([manifest.kind]);
  },
);

test("a field that is missing, wrong or of no kind is found", async () => {
  const service = {
    apiVersion: "v1",
    kind: "Service",
    spec: { ports: [{ port: "http", prot: 1 }] },
  };
  const faults = JSON.stringify(await faultsOf(service));
  expect(faults).toContain("/spec/ports/0/port");
  expect(faults).toContain("unknown: /spec/ports/0/prot");
  const faultsOfIngress = await faultsOf({ apiVersion: "networking.k8s.io/v1", kind: "Ingress" });
  expect(faultsOfIngress).toEqual([]);
  const job = { apiVersion: "apps/v1", kind: "Deployment", spec: {} };
  expect(JSON.stringify(await faultsOf(job))).toContain('"missingProperty":"selector"');
});

test("every setting is one of the product's with a value that it takes, and none is left out", () => {
  const secret = Object.fromEntries(
    readFileSync(inKubernetes("example", "secret.env"), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const known = new Set<string>(Object.values(settings).map(({ name }) => name));
  for (const all of Object.values(rendered)) {
    const map = all.find(({ kind, data }) => kind === "ConfigMap" && data)?.data ?? {};
    const own = podsOf(all).flatMap(({ pod }) => pod.containers.flatMap(({ env = [] }) => env));
    const given = {
      ...map,
      ...secret,
      ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    };
    expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
    expect(() => readSettings(given)).not.toThrow();
    // Without one of these, pods would each have a database, files or keys of their own, or nobody could reach them.
    for (const name of [
      "DATABASE_URL",
      "S3_BUCKET",
      "S3_ENDPOINT",
      "NIHOL_PUBLIC_URL",
      "NIHOL_TIME_ZONE",
      "NIHOL_TRUSTED_PROXIES",
      "NIHOL_SOURCE_KEY_FILE",
      "NIHOL_ADMIN_PASSWORD",
    ])
      expect(given).toHaveProperty(name);
    // Secrets stand in no ConfigMap.
    const secrets = Object.values(settings).filter(({ secret: isSecret }) => isSecret);
    expect(secrets.filter(({ name }) => name in map)).toEqual([]);
  }
});

test("pods have no rights, a root that is only read, bounds, and volumes for what they write", () => {
  const pods = podsOf(rendered.example);
  expect(pods.map(({ name }) => name).sort()).toEqual([
    "nihol-backup",
    "nihol-server",
    "nihol-worker",
  ]);
  const claims = rendered.example.filter(({ kind }) => kind === "PersistentVolumeClaim");
  for (const { pod } of pods) {
    const [container] = pod.containers;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 },
    });
    expect(container).toMatchObject({
      image: "registry.example/nihol:0.1.0",
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
      resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
    });
    expect(container?.resources).toHaveProperty("limits.memory");
    const mounted = container?.volumeMounts ?? [];
    expect(mounted.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
    expect(mounted.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(["/var/lib/nihol", "/tmp", "/etc/nihol"]),
    );
    const claimed = pod.volumes.flatMap(
      ({ persistentVolumeClaim: claim }) => claim?.claimName ?? [],
    );
    expect(claims.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(claimed));
    const program = container?.command?.[1] ?? "apps/server/src/main.ts";
    expect(existsSync(join(productDir, program))).toBe(true);
    // Both end within their own grace (start-server.ts, worker/main.ts).
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(container?.ports ? 40 : 20);
  }
});

test("a server is asked whether it lives and is ready, and selectors find the pods that they mean", () => {
  const { base } = rendered;
  const servers = podsOf(base).find(({ name }) => name === "nihol-server");
  expect(servers?.pod.containers[0]).toMatchObject({
    readinessProbe: { httpGet: { path: "/api/ready", port: "http" } },
    livenessProbe: { httpGet: { path: "/api/live", port: "http" } },
    startupProbe: { httpGet: { path: "/api/live", port: "http" } },
    ports: [{ name: "http", containerPort: 8080 }],
  });
  const found = base.flatMap(({ kind, metadata: { name }, spec }) => {
    const asked = spec?.podSelector ?? spec?.selector;
    if (!asked) return [];
    const labels = Object.entries("matchLabels" in asked ? (asked.matchLabels ?? {}) : asked);
    const pods = podsOf(base).filter((pod) =>
      labels.every(([key, value]) => Reflect.get(pod.labels, key) === value),
    );
    return [`${kind} ${name}: ${pods.map((pod) => pod.name).join(" ")}`];
  });
  expect(found.sort()).toEqual([
    "Deployment nihol-server: nihol-server",
    "NetworkPolicy nihol-server: nihol-server",
    "NetworkPolicy nihol: nihol-server nihol-worker",
    "PodDisruptionBudget nihol-server: nihol-server",
    "PodDisruptionBudget nihol-worker: nihol-worker",
    "Service nihol-server: nihol-server",
    "Service nihol-worker: nihol-worker",
    "StatefulSet nihol-worker: nihol-worker",
  ]);
});
