import { type SamlAssertion, SamlError } from '../../kernel/saml.ts';
import { readAnswer } from './answer.ts';

/** What became of an answer: errors lose their kind on the way between threads. */
export type Reading = { readonly assertion: SamlAssertion } | { readonly refusal: string };

/** Reads one answer: what a thread of the pool does. */
export default async ({ input }: { input: Parameters<typeof readAnswer> }): Promise<Reading> => {
  try {
    return { assertion: await readAnswer(...input) };
  } catch (error) {
    if (error instanceof SamlError) return { refusal: error.message };
    throw error;
  }
};
