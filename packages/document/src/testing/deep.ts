/** Whether all generated cases and all real documentation are tested (`npm run test:deep`), or the sample of `npm test`. */
export const isDeep = process.env.LECTERN_TEST_DEEP === '1';

/** How many generated cases a law is tested with: many in a deep run, and in others a part of them. */
export const runs = (inDeep: number, inEvery: number): number => (isDeep ? inDeep : inEvery);

/** All cases in a deep run; in others every nth, beginning at another one for each turn, so that a few turns meet them all. */
export const sampled = <Case>(cases: readonly Case[], step: number, turn: number): readonly Case[] =>
  isDeep ? cases : cases.filter((_, index) => (index + turn) % step === 0);
