import { SUBJECT_LENGTH } from './queries.ts';

/** Says by how much a subject is too long; undefined if it is not. */
export const tooLongInWords = (subject: string): string | undefined => {
  const excess = subject.trim().length - SUBJECT_LENGTH;
  return excess > 0
    ? `At most ${SUBJECT_LENGTH} characters: ${excess} ${excess === 1 ? 'is' : 'are'} too many.`
    : undefined;
};
