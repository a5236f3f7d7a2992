/** The search of a list, as the address has it. */
export const textSearch = ({ text }: Record<string, unknown>): { readonly text?: string } => {
  // The router reads digits as a number.
  const given = typeof text === 'string' || typeof text === 'number' ? String(text) : '';
  return given === '' ? {} : { text: given };
};
