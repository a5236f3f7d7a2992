const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 64;

/** The address that an identity provider names somebody by; undefined when it is none. */
export const emailIn = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) && email.length <= LONGEST_EMAIL ? email : undefined;
};

/** The name that an identity provider gives somebody; undefined when it gives none. */
export const nameIn = (text: string): string | undefined =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed() || undefined;
