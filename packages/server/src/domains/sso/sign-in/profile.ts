const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 64;

// Invisible characters, lone surrogates and the replacement character.
const INVISIBLE = /[\p{C}\p{Z}\uFFFD]/u;

/** The error of a sign-in that was started before the provider was changed. */
export const PROVIDER_CHANGED = 'The identity provider was changed during the sign-in: start again';

/**
 * Parses the e-mail address that an identity provider sends; undefined when it is invalid. Rejects letters
 * that change into ASCII letters in lower case, such as the Kelvin sign.
 */
export const parseEmail = (text: string): string | undefined => {
  // Trimming a long run of white space is slow.
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

/** Normalizes the name that an identity provider sends; undefined when it is empty. */
export const parseName = (text: string): string | undefined =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || undefined;
