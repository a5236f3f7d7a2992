/** Whether digits are those of a payment card: their check digit says so. */
const isCard = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const counted = i % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits);
};

/** Whether letters and digits are an account number: their remainder says so. */
const isIban = (text: string): boolean => {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const sign of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
};

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Whether a run of digits is a telephone number: in one of the ways that people write those, and nothing else. */
const isPhone = (text: string): boolean => {
  const count = digitsOf(text).length;
  if (count < 8 || count > 15) return false;
  // Dates, versions and addresses of machines have their own ways with dots and dashes.
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}|^\d{1,2}[-./]\d{1,2}[-./]\d{4}|^\d{1,3}(\.\d{1,3}){3}$/.test(text))
    return false;
  if (/^(\+|00)\s?\d|^\(/.test(text)) return true;
  const groups = text.split(/[\s.-]+/);
  const looksWritten = groups.length >= 3 && groups.every((group) => group.length >= 2 && group.length <= 5);
  // Amounts are written in groups too.
  const isLong = count >= 10 || text.startsWith('0') || text.includes('-');
  return (looksWritten && isLong) || (/^0\d{9,10}$/.test(text) && groups.length === 1);
};

interface Rule {
  readonly mask: string;
  readonly pattern: RegExp;
  /** What is put in its place; the text itself where it only looked alike. */
  readonly check?: (found: string) => boolean;
}

const SECRET_NAME =
  '(?:api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|secret[_-]?key|secret|token|password|passwd|pwd|signature|sig|session[_-]?id)';

// In this order: what holds others comes first.
const RULES: readonly Rule[] = [
  {
    mask: '[secret]',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { mask: '[secret]', pattern: /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g },
  { mask: '[secret]', pattern: /(?<=\b(?:bearer|basic)\s{1,3})[\w.~+/=-]{12,}/gi },
  { mask: '[secret]', pattern: /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:]{0,200}:)[^\s/@]{1,200}(?=@)/gi },
  { mask: '[secret]', pattern: new RegExp(String.raw`(?<=[?&#]${SECRET_NAME}=)[^\s&#"'<>]+`, 'gi') },
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<=\b${SECRET_NAME}["']?\s{0,3}(?:[:=]|\bis\b:?)\s{0,3}["']?)(?!\[secret\])[^\s"',;<>]{4,}`,
      'gi',
    ),
    check: (found) => /[\d_\W]/.test(found.slice(0, -1)),
  },
  {
    mask: '[secret]',
    pattern:
      /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abeoprs]|npm|pypi|shpat|whsec|gb_api|lectern|AKIA|ASIA|AIza|ya29|SG)(?:[-_.]|(?<=AKIA|ASIA|AIza))[\w.-]{10,}/g,
  },
  // Long runs of letters and digits together; hashes of commits are not secret, but nobody's question either.
  {
    mask: '[secret]',
    pattern:
      /(?<![\w/.-])(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Z])(?=[A-Za-z0-9_-]*[a-z])[A-Za-z0-9_-]{32,}(?![\w-])/g,
  },
  { mask: '[email]', pattern: /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}/gu },
  {
    mask: '[iban]',
    pattern:
      /\b(?:[A-Z]{2}\d{2}(?:\s[A-Z0-9]{4}){2,7}(?:\s[A-Z0-9]{1,3})?|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|[a-z]{2}\d{2}[a-z0-9]{11,30})\b/g,
    check: isIban,
  },
  {
    mask: '[card]',
    pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g,
    check: (found) => isCard(digitsOf(found)),
  },
  {
    mask: '[phone]',
    pattern: /(?<![\w.,:/#-])(?:\+|\(|00)?\d(?:[\s().-]{0,2}\d){6,15}(?![\w-]|[.:,]\d)/g,
    check: isPhone,
  },
];

/** A text without personal data and secrets; what it was is still to be seen. Masking what is masked changes nothing. */
export const masked = (text: string): string =>
  RULES.reduce(
    (result, { mask, pattern, check }) =>
      result.replace(pattern, (found: string) => (!check || check(found) ? mask : found)),
    text,
  );
