import type { Caller } from '../../kernel/auth/principal.ts';
import type { Seals } from '../../kernel/seals.ts';

/** The field in which forms of a session bring its seal. */
export const SEAL_FIELD = 'seal';

const PURPOSE = 'form';

/** What the forms of a session carry; programs with a token need none. */
export const sealOf = (seals: Seals, { principal: { sessionId } }: Caller) =>
  sessionId === undefined
    ? undefined
    : { name: SEAL_FIELD, value: seals.give(`${PURPOSE} ${sessionId}`, '1') };

/** Whether a form was made for the session that sends it. */
export const isSealed = (seals: Seals, { principal: { sessionId } }: Caller, given: string | undefined) =>
  sessionId === undefined ||
  (given !== undefined && seals.read(`${PURPOSE} ${sessionId}`, given) !== undefined);
