import { expect, test } from "vitest";
import { verifiedClaims } from "../../src/http/verified-claims.ts";

/** A verification that says when the token ends, and how often it was asked. */
function verifier(seconds: number) {
  const state = { asked: 0 };
  const verify = async () => {
    state.asked++;
    return { exp: Date.now() / 1000 + seconds };
  };
  return { state, verify };
}

test("a signature is verified once while its token holds", async () => {
  const claimsOf = verifiedClaims<{ exp?: number }>();
  const { state, verify } = verifier(60);
  const first = await claimsOf("a", verify);
  expect(await claimsOf("a", verify)).toEqual(first);
  expect(state.asked).toBe(1);
  await claimsOf("b", verify);
  expect(state.asked).toBe(2);
});

test("a token that has expired is verified again, and so refused", async () => {
  const claimsOf = verifiedClaims<{ exp?: number }>();
  const { verify } = verifier(0);
  await claimsOf("a", verify);
  const refuse = () => Promise.reject(new Error("expired"));
  await expect(claimsOf("a", refuse)).rejects.toThrow("expired");
});

test("a token that was refused is not remembered", async () => {
  const claimsOf = verifiedClaims<{ exp?: number }>();
  await expect(claimsOf("a", () => Promise.reject(new Error("wrong")))).rejects.toThrow("wrong");
  const { state, verify } = verifier(60);
  await claimsOf("a", verify);
  expect(state.asked).toBe(1);
});
