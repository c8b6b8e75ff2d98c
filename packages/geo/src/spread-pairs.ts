/** Pairs of numbers that lie spread over the unit square, for samples in space. */

/** The digits of a whole number behind the point, in reverse: the radical inverse (Halton 1960). */
function radicalInverse(base: number, index: number): number {
  let [value, unit] = [0, 1];
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    unit /= base;
    value += unit * (rest % base);
  }
  return value;
}

/** Starts in base 2 and 3: as many digits as leave the next thousands of numbers exact. */
const [STARTS_2, STARTS_3] = [2 ** 30, 3 ** 18];

/**
 * Halton's sequence in bases 2 and 3 from a random start in each: every pair is as likely to lie in one part of the
 * square as in another of its size, and any first few of them lie spread over it.
 * @param random numbers in [0, 1); two are taken
 * @param isStart whether a pair may be the first one; starts are drawn again until one is
 * @throws {RangeError} where `tries` starts are none
 */
export function spreadPairs(
  random: () => number,
  isStart: (x: number, y: number) => boolean = () => true,
  tries = 200_000,
): () => [x: number, y: number] {
  for (let attempt = 0; attempt < tries; attempt++) {
    let [i2, i3] = [Math.floor(random() * STARTS_2), Math.floor(random() * STARTS_3)];
    if (isStart(radicalInverse(2, i2), radicalInverse(3, i3)))
      return () => [radicalInverse(2, i2++), radicalInverse(3, i3++)];
  }
  throw new RangeError("no place to start from was found");
}
