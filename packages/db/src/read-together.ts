/** Reads of the same thing that several calls ask for in the same moment. */

/**
 * Answers those who ask the same within one turn of the event loop by one read, which begins after the last of them has
 * asked: nobody is answered by what was read before they came. Nothing is kept: who asks while a read runs has the
 * next one.
 * @param keyOf the same for questions that have the same answer
 */
export function readTogether<Question extends readonly unknown[], Answer>(
  keyOf: (...question: Question) => string,
  read: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>();
  return (...question) => {
    const key = keyOf(...question);
    const begun = waiting.get(key);
    if (begun) return begun;
    const answer = new Promise<Answer>((resolve, reject) => {
      // Async: a read that throws at once fails as one that rejects.
      setImmediate(async () => {
        waiting.delete(key);
        try {
          resolve(await read(...question));
        } catch (error) {
          reject(error);
        }
      });
    });
    waiting.set(key, answer);
    return answer;
  };
}
