import { type SamlAssertion, SamlError } from '../../kernel/saml.ts';
import { startThreadClock, type ThreadClock } from '../../kernel/thread-clock.ts';
import { verifyResponse } from './verify-response.ts';

/** The result of a verification; error classes do not survive the transfer between threads. */
export type VerificationResult = { readonly assertion: SamlAssertion } | { readonly error: string };

/** The task of a worker thread: verifies one response. */
export default async ({
  input,
  clock,
}: {
  input: Parameters<typeof verifyResponse>;
  clock: ThreadClock;
}): Promise<VerificationResult> => {
  startThreadClock(clock);
  try {
    return { assertion: await verifyResponse(...input) };
  } catch (error) {
    if (error instanceof SamlError) return { error: error.message };
    throw error;
  }
};
