/** Access tokens whose signature was verified lately: a map asks with the same one a hundred times in a second. */

const keptTokens = 1000;

/**
 * Remembers what tokens say, the last ones that were seen, until they expire. That a signature holds never changes;
 * whether the token's session and account still hold is not remembered, and is asked of the database at each call.
 */
export function verifiedClaims<Claims extends { exp?: number }>() {
  const kept = new Map<string, Claims>();
  return async (token: string, verify: () => Promise<Claims>): Promise<Claims> => {
    const known = kept.get(token);
    if (known && Date.now() < (known.exp ?? 0) * 1000) return known;
    kept.delete(token);
    const claims = await verify();
    kept.set(token, claims);
    const [oldest] = kept.keys();
    if (kept.size > keptTokens && oldest !== undefined) kept.delete(oldest);
    return claims;
  };
}
