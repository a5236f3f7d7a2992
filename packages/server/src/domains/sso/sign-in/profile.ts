const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 64;

// Characters that nobody sees, halves of them, and what stands where one could not be read.
const INVISIBLE = /[\p{C}\p{Z}\uFFFD]/u;

/** What people are told whose answer is of an identity provider as it was before. */
export const PROVIDER_CHANGED = 'The identity provider was set up anew meanwhile: begin once more';

/**
 * The address that an identity provider names somebody by; undefined when it is none. Letters that become those of
 * another address when they are made small, such as the sign for Kelvin, are in none.
 */
export const parseEmail = (text: string): string | undefined => {
  // Looking for the end of much white space takes long.
  if (text.length > 2 * MAX_EMAIL_LENGTH) return undefined;
  const given = text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const email = given.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return EMAIL.test(email) &&
    !INVISIBLE.test(email) &&
    email === given.toLowerCase() &&
    email.length <= MAX_EMAIL_LENGTH
    ? email
    : undefined;
};

/** The name that an identity provider gives somebody; undefined when it gives none. */
export const parseName = (text: string): string | undefined =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || undefined;
