/** Orders texts by code unit, independent of language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
