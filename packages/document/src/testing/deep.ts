/** Whether all generated cases and all real documentation are tested (`npm run test:deep`), or the sample of `npm test`. */
export const isDeep = process.env.LECTERN_TEST_DEEP === '1';

/** How many generated cases a law is tested with: many in a deep run, and in others a part of them. */
export const runs = (inDeep: number, inEvery: number): number => (isDeep ? inDeep : inEvery);
