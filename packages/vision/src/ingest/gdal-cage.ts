/**
 * Where a program of GDAL runs: without a network, and with a view of the file system that holds its libraries, one
 * image to read and one folder to write, where the system lets a process have that. This is the second wall; the first
 * is that no file reaches GDAL whose metadata names other files (tiff-metadata.ts).
 */

import { existsSync, lstatSync, readlinkSync } from "node:fs";

/** `bubblewrap` and `namespaces` hide the other files and the network, `network` the network alone. */
export type CageName = "bubblewrap" | "namespaces" | "network" | "none";

/**
 * `prefix`: shell words before the program. `image`, `folder`: the names under which the program finds what it may read
 * and write; the folder's own name where it is empty.
 */
export type Cage = { name: CageName; prefix: string; image: string; folder: string };

/**
 * The shell sets the memory limit on itself and then becomes the cage and the program, so that one process has to be
 * watched and killed.
 */
export const WRAPPER = [
  'ulimit -v "$1" 2>/dev/null; ulimit -c 0 2>/dev/null;',
  'cache="$2"; skip="$3"; image="$4"; folder="$5"; root="$6"; shift 6; guard=;',
].join(" ");

/**
 * A program whose parent was killed would go on for hours: Linux ends it with its parent. Bubblewrap sees to that
 * itself, and three programs fewer are started for each of GDAL's.
 */
export const guardOf = ({ name }: Pick<Cage, "name">): string =>
  name === "bubblewrap"
    ? ""
    : "setpriv --pdeathsig KILL true 2>/dev/null && guard='setpriv --pdeathsig KILL';";

/** Command that runs in the cage. `env -i` closes the environment: no proxies, no credentials, no GDAL settings from outside. */
export const COMMAND = [
  '$guard nice -n 5 env -i PATH="$PATH" LC_ALL=C.UTF-8',
  ...["GDAL_DATA", "PROJ_LIB", "PROJ_DATA", "TMPDIR", "LD_LIBRARY_PATH"].map(
    (name) => `\${${name}:+${name}="$${name}"}`,
  ),
  // No side files, no directory listing, no network, no grid downloads, and JPEG bombs stay bounded.
  "GDAL_DISABLE_READDIR_ON_OPEN=EMPTY_DIR GDAL_PAM_ENABLED=NO CPL_VSIL_CURL_ALLOWED_EXTENSIONS=.none",
  "CPL_CURL_ENABLE_VSIMEM=NO PROJ_NETWORK=OFF GDAL_HTTP_MAX_RETRY=0 GDAL_HTTP_TIMEOUT=1",
  'GDAL_SKIP="$skip" GDAL_CACHEMAX="$cache" "$@"',
].join(" ");

/** Under this name a program reads the file that its parent opened for it; nothing lies beside it. */
export const OPENED = "/proc/self/fd/3";

/** Folders and files that GDAL's programs are made of, where systems put them; names that are not there are left out. */
const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/nix/store",
  "/gnu/store",
  "/etc/alternatives",
  "/etc/ld.so.cache",
  "/dev/null",
  "/dev/urandom",
];
const DATA = ["GDAL_DATA", "PROJ_LIB", "PROJ_DATA"];
const [IMAGE, FOLDER] = ["/image.tif", "/out"];

/**
 * `$image` and `$folder` are the real paths, or empty. Root keeps the one right to read what other users own, because
 * the image may be theirs.
 */
const BUBBLEWRAP = [
  "bwrap --die-with-parent --unshare-net --unshare-pid --unshare-ipc --unshare-uts",
  "--cap-drop ALL --cap-add CAP_DAC_OVERRIDE",
  ...SYSTEM.map(
    (path) => `${path.startsWith("/dev/") ? "--dev-bind-try" : "--ro-bind-try"} ${path} ${path}`,
  ),
  ...DATA.map((name) => `\${${name}:+--ro-bind-try "$${name}" "$${name}"}`),
  `\${image:+--ro-bind "$image" ${IMAGE}} \${folder:+--bind "$folder" ${FOLDER}}`,
  "--remount-ro / --chdir / --",
].join(" ");

/**
 * The same by hand: a small file system in memory becomes the root, the rest is mounted into it, and what was the root
 * goes. `$root` is a folder that can serve as its mount point.
 */
function newRoot(): string {
  const there = SYSTEM.filter((path) => existsSync(path)).map((path) => ({
    path,
    stat: lstatSync(path),
  }));
  const links = there.filter(({ stat }) => stat.isSymbolicLink());
  const rest = there.filter(({ stat }) => !stat.isSymbolicLink());
  const folders = rest.filter(({ stat }) => stat.isDirectory()).map(({ path }) => path);
  const files = rest.filter(({ stat }) => !stat.isDirectory()).map(({ path }) => path);
  const inRoot = (path: string) => `"$root"${path}`;
  // Flags that are locked where a mount comes from may not be dropped; these may always be added.
  const bind = (path: string) =>
    path.startsWith("/dev/")
      ? `mount --bind ${path} ${inRoot(path)}`
      : `mount -o bind,ro,nosuid,nodev ${path} ${inRoot(path)}`;
  return [
    "set -e; PATH=$PATH:/usr/sbin:/sbin",
    'mount -t tmpfs -o size=4m,mode=755,nosuid,nodev tmpfs "$root"',
    `mkdir -p ${[...folders, "/etc", "/dev", "/proc", "/.old", FOLDER].map(inRoot).join(" ")}`,
    ...links.map(({ path }) => `ln -s '${readlinkSync(path)}' ${inRoot(path)}`),
    ...files.map((path) => `: > ${inRoot(path)}`),
    ...[...folders, ...files].map(bind),
    `for path in ${DATA.map((name) => `"$${name}"`).join(" ")}; do if [ -d "$path" ]; then`,
    'mkdir -p "$root$path"; mount -o bind,ro,nosuid,nodev "$path" "$root$path"; fi; done',
    `if [ "$image" ]; then : > ${inRoot(IMAGE)}`,
    `mount -o bind,ro,nosuid,nodev,noexec "$image" ${inRoot(IMAGE)}; fi`,
    `if [ "$folder" ]; then mount --bind "$folder" ${inRoot(FOLDER)}; fi`,
    // umount and mount look into /proc, so it goes last.
    'mount --rbind /proc "$root"/proc; cd "$root"; pivot_root . .old; cd /',
    "umount -l /.old; mount -o remount,bind,ro,nosuid,nodev /; umount -l /proc",
    'exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+dac_override "$@"',
  ].join("\n");
}

const namespaces = (unshare: string) =>
  `${unshare} env root="$root" image="$image" folder="$folder" /bin/sh -c '${newRoot().replaceAll("'", `'\\''`)}' sh`;

/**
 * From the best to none. A user who may not make namespaces at all may often make them within one of users; for root
 * it is the other way round, and then files of other users stay readable.
 */
export function* cages(): Generator<Cage> {
  yield { name: "bubblewrap", prefix: BUBBLEWRAP, image: IMAGE, folder: FOLDER };
  for (const unshare of ["unshare -m -n", "unshare -r -m -n"])
    yield { name: "namespaces", prefix: namespaces(unshare), image: IMAGE, folder: FOLDER };
  for (const unshare of ["unshare -n", "unshare -r -n"])
    yield { name: "network", prefix: unshare, image: OPENED, folder: "" };
  yield { name: "none", prefix: "", image: OPENED, folder: "" };
}

/** A folder that may be covered by the new root: neither what is to be shown lies in it, nor is it a link. */
export function placeForRoot({
  image = "",
  folder = "",
}: {
  image?: string;
  folder?: string;
}): string {
  const isFree = (place: string) =>
    existsSync(place) && ![image, folder].some((path) => path.startsWith(`${place}/`));
  return ["/mnt", "/media", "/srv", "/home"].find(isFree) ?? "";
}
