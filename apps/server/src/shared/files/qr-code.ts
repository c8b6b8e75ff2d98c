/**
 * QR codes of texts (ISO/IEC 18004:2015): bytes of UTF-8, error correction M, the smallest version that holds them, the mask
 * with the lowest penalty. Two hundred lines instead of a package, which every installation would have to fetch.
 */

/** Of each version from 1: bytes of error correction in a block, and blocks, at level M (table 9). */
const eccBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const eccBlocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
/** Bits that say level M in the format (table 12). */
const levelM = 0;

const at = (list: ArrayLike<number>, index: number) => list[index] ?? 0;

/** Dark and light modules of a code, without the quiet zone around it. */
export interface QrCode {
  size: number;
  isDark: (x: number, y: number) => boolean;
}

/** Multiplies in the field of 256 with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Coefficients of the Reed-Solomon divisor of a degree, the highest left out. */
function divisorOf(degree: number): Uint8Array {
  const divisor = new Uint8Array(degree);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let k = 0; k < degree; k++)
      divisor[k] = times(at(divisor, k), root) ^ (k + 1 < degree ? at(divisor, k + 1) : 0);
    root = times(root, 2);
  }
  return divisor;
}

function remainderOf(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const rest = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ at(rest, 0);
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    divisor.forEach((one, n) => {
      rest[n] = at(rest, n) ^ times(one, factor);
    });
  }
  return rest;
}

/** Centres of the alignment patterns along one side (annex E). */
function alignmentCenters(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = version * 4 + 10;
  const centers = Array.from({ length: count - 1 }, (_, n) => last - n * step);
  return [6, ...centers.reverse()];
}

/** Modules that hold data and error correction. */
function dataModules(version: number): number {
  const centers = alignmentCenters(version).length;
  const alignment = centers === 0 ? 0 : (25 * centers - 10) * centers - 55;
  return (16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0);
}

const allBytes = (version: number) => Math.floor(dataModules(version) / 8);
const dataBytes = (version: number) =>
  allBytes(version) - at(eccBytes, version - 1) * at(eccBlocks, version - 1);

/** Version and bytes: mode, length, text, then the padding that the standard wants. @throws {RangeError} for a longer text */
function dataOf(text: string): { version: number; data: Uint8Array } {
  const bytes = new TextEncoder().encode(text);
  const lengthBits = (version: number) => (version < 10 ? 8 : 16);
  const version =
    eccBytes.findIndex((_, n) => 4 + lengthBits(n + 1) + 8 * bytes.length <= 8 * dataBytes(n + 1)) +
    1;
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code`);
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, 8 * dataBytes(version) - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0; bits.length < 8 * dataBytes(version); pad++) push(pad % 2 ? 0x11 : 0xec, 8);
  const data = new Uint8Array(bits.length / 8);
  bits.forEach((bit, n) => {
    data[n >>> 3] = at(data, n >>> 3) | (bit << (7 - (n & 7)));
  });
  return { version, data };
}

/** Parts the data into blocks, adds to each its error correction, and takes their bytes in turn. */
function interleaved(version: number, data: Uint8Array): number[] {
  const blocks = at(eccBlocks, version - 1);
  const ecc = at(eccBytes, version - 1);
  const short = Math.floor(allBytes(version) / blocks);
  const shortBlocks = blocks - (allBytes(version) % blocks);
  const divisor = divisorOf(ecc);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, n) => {
    const length = short - ecc + (n < shortBlocks ? 0 : 1);
    const own = data.subarray(from, from + length);
    from += length;
    return { own, rest: remainderOf(own, divisor) };
  });
  const longest = short - ecc + 1;
  const inTurn = (length: number, of: (part: (typeof parts)[number]) => Uint8Array) =>
    Array.from({ length }, (_, n) => parts.flatMap((part) => [...of(part).slice(n, n + 1)])).flat();
  return [...inTurn(longest, ({ own }) => own), ...inTurn(ecc, ({ rest }) => rest)];
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Appends the remainder of a division by a generator of `degree` bits (BCH codes of format and version). */
function withCheck(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let n = 0; n < degree; n++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return (value << degree) | rest;
}

/** Modules of a code as they are set: what is fixed is not masked and holds no data. */
class Modules {
  readonly version: number;
  readonly size: number;
  readonly dark: Uint8Array;
  readonly fixed: Uint8Array;
  constructor(version: number) {
    this.version = version;
    this.size = version * 4 + 17;
    this.dark = new Uint8Array(this.size ** 2);
    this.fixed = new Uint8Array(this.size ** 2);
  }

  fix(x: number, y: number, isDark: boolean) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = Number(isDark);
    this.fixed[y * this.size + x] = 1;
  }

  /** Rings about a centre: of the corners (radius 4, light outside), and for alignment (radius 2). */
  ring(centerX: number, centerY: number, radius: number) {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) {
        const away = Math.max(Math.abs(x), Math.abs(y));
        this.fix(centerX + x, centerY + y, radius === 4 ? away !== 2 && away !== 4 : away !== 1);
      }
  }

  drawFixed() {
    const { size, version } = this;
    for (let n = 0; n < size; n++) {
      this.fix(6, n, n % 2 === 0);
      this.fix(n, 6, n % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.ring(x, y, 4);
    const centers = alignmentCenters(version);
    const last = centers.length - 1;
    centers.forEach((x, across) => {
      centers.forEach((y, down) => {
        const isCorner =
          (across === 0 && (down === 0 || down === last)) || (across === last && down === 0);
        if (!isCorner) this.ring(x, y, 2);
      });
    });
    this.drawFormat(0);
    if (version < 7) return;
    const bits = withCheck(version, 12, 0x1f25);
    for (let n = 0; n < 18; n++) {
      const isDark = ((bits >>> n) & 1) === 1;
      const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)];
      this.fix(a, b, isDark);
      this.fix(b, a, isDark);
    }
  }

  drawFormat(mask: number) {
    const { size } = this;
    const bits = withCheck((levelM << 3) | mask, 10, 0x537) ^ 0x5412;
    const isDark = (n: number) => ((bits >>> n) & 1) === 1;
    for (let n = 0; n < 15; n++) {
      const beside = n < 6 ? n : n < 8 ? n + 1 : size - 15 + n;
      this.fix(8, beside, isDark(n));
      const along = n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n;
      this.fix(along, 8, isDark(n));
    }
    this.fix(8, size - 8, true);
  }

  /** Lays the bits in columns of two, upwards and downwards in turn, around what is fixed. */
  drawData(bytes: readonly number[]) {
    const { size } = this;
    let bit = 0;
    for (let column = size - 1; column >= 1; column -= 2) {
      const right = column <= 6 ? column - 1 : column;
      for (let n = 0; n < size; n++)
        for (const x of [right, right - 1]) {
          const isUpwards = ((right + 1) & 2) === 0;
          const place = (isUpwards ? size - 1 - n : n) * size + x;
          if (this.fixed[place] || bit >= bytes.length * 8) continue;
          this.dark[place] = (at(bytes, bit >>> 3) >>> (7 - (bit & 7))) & 1;
          bit++;
        }
    }
  }

  turn(mask: number) {
    const isTurned = masks[mask];
    for (let place = 0; place < this.dark.length; place++) {
      const [x, y] = [place % this.size, Math.floor(place / this.size)];
      if (!this.fixed[place] && isTurned?.(x, y)) this.dark[place] = 1 - at(this.dark, place);
    }
  }
}

/** Penalty of a mask (7.8.3): long runs, blocks of four, patterns like those of the corners, and too much of one colour. */
function penaltyOf({ dark, size }: Modules): number {
  let penalty = 0;
  const lines = Array.from({ length: size }, (_, n) => [
    [...dark.subarray(n * size, (n + 1) * size)].join(""),
    Array.from({ length: size }, (_, m) => dark[m * size + n]).join(""),
  ]).flat();
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    // Light around the code counts as four light modules.
    const wide = `0000${line}0000`;
    for (let n = 0; n + 11 <= wide.length; n++) {
      const part = wide.slice(n, n + 11);
      if (part === "10111010000" || part === "00001011101") penalty += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const [one, ...others] = [0, 1, size, size + 1].map((step) => dark[y * size + x + step]);
      if (others.every((other) => other === one)) penalty += 3;
    }
  const share = dark.reduce((sum, one) => sum + one, 0) / dark.length;
  return penalty + 10 * (Math.ceil(Math.abs(share * 20 - 10)) - 1);
}

/** Makes the QR code of a text of up to 660 bytes. @throws {RangeError} for a longer one */
export function qrCode(text: string): QrCode {
  const { version, data } = dataOf(text);
  const modules = new Modules(version);
  modules.drawFixed();
  modules.drawData(interleaved(version, data));
  const penalties = masks.map((_, mask) => {
    modules.drawFormat(mask);
    modules.turn(mask);
    const penalty = penaltyOf(modules);
    modules.turn(mask);
    return penalty;
  });
  const best = penalties.indexOf(Math.min(...penalties));
  modules.drawFormat(best);
  modules.turn(best);
  const { size, dark } = modules;
  return { size, isDark: (x, y) => dark[y * size + x] === 1 };
}
