/** Finding and running programs. Plain Node 20: this runs before anything is installed. */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the product. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

const windows = process.platform === "win32";

/** A path inside the product. */
export const inRoot = (...parts) => join(root, ...parts);

/** The project's own Node, which runs the TypeScript; npm installs it. */
export const projectNode = inRoot("node_modules", "node", "bin", windows ? "node.exe" : "node");

/** The first place of a program on PATH, or undefined. */
export function which(name) {
  for (const dir of (process.env.PATH ?? "").split(delimiter)) {
    for (const file of windows ? [`${name}.exe`, `${name}.cmd`] : [name]) {
      try {
        accessSync(join(dir, file), constants.X_OK);
        return join(dir, file);
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}

/**
 * The environment for programs of the project: its own Node first on PATH, a folder where Node keeps
 * what it has compiled (server, worker and their children load in less than half the time), and ONNX
 * Runtime set to report nothing (`packages/vision/src/native/no-telemetry.ts` sets it again, for
 * programs started otherwise).
 */
export function projectEnv(more = {}) {
  const path = [inRoot("node_modules", "node", "bin"), inRoot("node_modules", ".bin")];
  return {
    ...process.env,
    PATH: [...path, process.env.PATH ?? ""].join(delimiter),
    NODE_COMPILE_CACHE: inRoot("node_modules", ".cache", "compiled"),
    ORT_DISABLE_TELEMETRY: "1",
    ...more,
  };
}

/** PATH without the project's own programs, which `npm ci` is about to delete. */
export function outsidePath() {
  const inside = (dir) => dir.includes("node_modules");
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((dir) => !inside(dir))
    .join(delimiter);
}

/**
 * Runs a program to its end and keeps what it prints.
 * @returns {Promise<{code: number, output: string}>} code 127 when it cannot be started
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: root,
      shell: windows,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program of the project to its end, showing what it prints. @returns its exit code */
export function show(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: projectEnv(),
      stdio: ["ignore", "inherit", "inherit"],
      ...options,
    });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Calls `ended` when the npm that runs us is gone. A signal to npm alone ends npm and the shell
 * between it and us, and never reaches us.
 */
function watchNpm(ended) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, 500);
  timer.unref();
}

/**
 * Becomes a TypeScript program as far as Node can: runs it, hands every signal on once, ends with
 * its exit code. It gets a process group of its own, because Ctrl-C in a terminal reaches a whole
 * group: the program would see it twice and force the end.
 */
export function become(file, args, more = {}) {
  if (!existsSync(projectNode)) {
    console.error("The project's packages are not installed. Run: npm ci");
    process.exit(1);
  }
  const detached = more.ownGroup === true && !windows;
  const child = spawn(projectNode, [...(more.nodeOptions ?? []), inRoot(file), ...args], {
    cwd: root,
    env: projectEnv(more.env),
    stdio: "inherit",
    detached,
  });
  let last = 0;
  const forward = (signal) => {
    // npm repeats the signal that the terminal has given us already.
    const now = Date.now();
    if (now - last > 500 && (detached || signal !== "SIGINT")) child.kill(signal);
    last = now;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => forward(signal));
  if (detached) watchNpm(() => child.kill("SIGTERM"));
  child.once("error", (error) => {
    console.error(error.message);
    process.exit(127);
  });
  child.once("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
