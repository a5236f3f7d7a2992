/** Whether all generated cases and all real documentation are tested (`npm run test:deep`), or the sample of `npm test`. */
export const isDeep = process.env.LECTERN_TEST_DEEP === '1';

/** The number of generated cases of a property: all in a deep run, a part of them in others. */
export const runs = (inDeep: number, inEvery: number): number => (isDeep ? inDeep : inEvery);

/** All cases in a deep run; in others every nth, with a different start each time, so that several runs cover all. */
export const sampled = <Case>(cases: readonly Case[], step: number, turn: number): readonly Case[] =>
  isDeep ? cases : cases.filter((_, index) => (index + turn) % step === 0);
