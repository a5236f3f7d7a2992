const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 64;

// Characters that nobody sees, halves of them, and what stands where one could not be read.
const UNSEEN = /[\p{C}\p{Z}\uFFFD]/u;

/** What people are told whose answer is of an identity provider as it was before. */
export const CHANGED_MEANWHILE = 'The identity provider was set up anew meanwhile: begin once more';

/**
 * The address that an identity provider names somebody by; undefined when it is none. Letters that become those of
 * another address when they are made small, such as the sign for Kelvin, are in none.
 */
export const emailIn = (text: string): string | undefined => {
  // Looking for the end of much white space takes long.
  if (text.length > 2 * LONGEST_EMAIL) return undefined;
  const given = text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const email = given.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return EMAIL.test(email) &&
    !UNSEEN.test(email) &&
    email === given.toLowerCase() &&
    email.length <= LONGEST_EMAIL
    ? email
    : undefined;
};

/** The name that an identity provider gives somebody; undefined when it gives none. */
export const nameIn = (text: string): string | undefined =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed() || undefined;
