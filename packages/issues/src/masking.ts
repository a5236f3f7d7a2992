import { EMAIL_ADDRESSES } from './email-addresses.ts';
import { IDENTITY_DATA } from './identity-data.ts';
import { type MaskRule, type MatchContext, valueAfter } from './mask-rule.ts';
import { NETWORK_ADDRESSES } from './network-addresses.ts';
import { PASSPHRASES } from './passphrases.ts';
import {
  ASSIGNMENT,
  isGivenAs,
  isGivenAsToken,
  isToken,
  KEY_NAME,
  looksSecret,
  PASSWORD_NAME,
  TOKEN_NAME,
  WEAK_ASSIGNMENT,
} from './passwords.ts';
import { PASTED_SECRETS } from './pasted-secrets.ts';
import { PERSONAL_NAMES } from './personal-names.ts';
import { POSTAL_ADDRESSES } from './postal-addresses.ts';
import { findSecretCells, type TextRange } from './secrets-in-tables.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');

// Without spaces, in groups of four, as on American Express cards, or digit by digit.
const CARD_FORMAT =
  /^(?:\d{13,19}|\d{4}(?:[ ._-]{1,3}\d{4}){2}[ ._-]{1,3}\d{1,4}(?:[ ._-]{1,3}\d{1,3})?|\d{4}[ ._-]{1,3}\d{6}[ ._-]{1,3}\d{4,5}|\d(?:[ ._-]\d){12,18})$/;

/** Whether digits are a payment card number, by their format and check digit. */
const isCard = (text: string): boolean => {
  const digits = digitsOf(text);
  if (!CARD_FORMAT.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const counted = i % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits);
};

/** Whether a text is an IBAN, by its checksum. */
const isIban = (text: string): boolean => {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
};

// Introduces numbers that are not personal data.
const OTHER_NUMBER =
  /(?:#|(?<!\p{L})(?:orders?|order(?:id|number)|ticket|case|invoice|tracking|customer|ref\p{L}*|code|errors?|ports?|version|build|serial|row|line|value|issue|id|n[or]|n[º°]|bestell\p{L}*|auftrag\p{L}*|rechnung\p{L}*|sendung\p{L}*|kunden\p{L}*|fehler\p{L}*|pedido|factura|commande|facture|ordine|fattura|fatura|bestelling|zamówieni\p{L}*|заказ\p{L}*)|注文|订单|番号|エラー)(?:\s?(?:number|no|nr|num|numero|número|numéro|n[º°]|code|id))?[\s.:#="']{0,5}$/iu;
const PHONE_NUMBER =
  /(?:(?<!\p{L})(?:call|phone|tel|telephone|mobile|cell|whatsapp|fax|telefon\p{L}*|handy\p{L}*|mobil\p{L}*|teléfono|móvil|celular|téléphone|portable|telefone|telemóvel|telefono|cellulare|telefoon|телефон\p{L}*|(?:my|our|contact|home|work) (?:new )?number(?! of)|meine (?:neue )?nummer|mi número|mon numéro|meu número|il mio numero|mijn nummer)|電話|携帯|手机|电话|전화)[\p{L}\s.:()=]{0,20}$/iu;
// 5551234567 is my phone number
const IS_PHONE_NUMBER =
  /^["')]?\s{1,3}(?:(?:is|was|ist|es|est|è|é)\s{1,3}(?:[\p{L}']{1,12}\s{1,3}){0,2})?\(?(?:phone|telephone|mobile|cell(?:phone)?|whatsapp|fax|telefon\p{L}*|handynummer|teléfono|móvil|téléphone|telefone|telefono|telefoon)(?!\p{L})/iu;
// The limits of integers.
const LIMITS = new Set(['2147483647', '2147483648', '4294967295', '4294967296']);

/** Whether digits are a telephone number, by their format and the text before them. */
const isPhone = (text: string, before: string, isAll: boolean, after: string): boolean => {
  const digits = digitsOf(text);
  const count = digits.length;
  if (count < 7 || count > 15 || LIMITS.has(digits)) return false;
  // Dates, versions and IP addresses.
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}|^\d{1,2}[-./ ]\d{1,2}[-./ ]\d{4}$|^\d{1,3}(\.\d{1,3}){3}$/.test(text))
    return false;
  if (PHONE_NUMBER.test(before) || (isAll && IS_PHONE_NUMBER.test(after))) return true;
  if (count >= 8 && /^(?:\+|00)\s?\d|^\(/.test(text)) return true;
  if (OTHER_NUMBER.test(before)) return false;
  // 0171 2345678, 030/1234567, 0612345678
  if (/^0\d{1,5}[\s/-]{1,3}\d{4,9}$|^0\d{9,10}$/.test(text)) return true;
  // 4155552671 and 1 415 555 2671, as in North America
  if (/^(?:1[ .-]?)?[2-9]\d{2}([ .-]?)[2-9]\d{2}\1\d{4}$/.test(text)) return true;
  // The groups of a part of a longer number mean nothing.
  if (!isAll || /\d[ ().-]{1,2}$/.test(before)) return false;
  const groups = text.split(/[\s./-]+/);
  const hasPhoneGroups =
    groups.length >= 3 && groups.every((group) => group.length >= 2 && group.length <= 5);
  // Amounts of money have groups of three.
  const isAmount = groups.slice(1).every((group) => group.length === 3) && !text.startsWith('0');
  const isLong = count >= 10 || text.startsWith('0') || text.includes('-');
  return count >= 8 && hasPhoneGroups && isLong && !(isAmount && !text.includes('-'));
};

/** The length of the longest prefix of digit groups that matches, since other numbers may follow. */
const longestMatch =
  (is: (text: string, before: string, isAll: boolean, after: string) => boolean) =>
  (found: string, { before, after }: MatchContext): number => {
    const ends = [...(found + after).matchAll(/\d(?![\w-]|[.:,/]\d)/g)]
      .map(({ index }) => index + 1)
      .filter((end) => end <= found.length)
      .reverse();
    return ends.find((end) => is(found.slice(0, end), before, end === found.length, after)) ?? 0;
  };

const WORDS = String.raw`(?:\s{1,3}[\p{L}'’]{1,20}){0,6}?`;
const SECRET_PARAMETER =
  '(?:api[_-]?key|key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|secret[_-]?key|secret|token|password|passwd|pwd|signature|sig|session[_-]?id|code)';
const isMixed = (text: string) => /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);
const isNamedHash = (before: string) =>
  /(?:commit|transaction|tx|txid|sha-?\d*|hash|digest|checksum|revision|rev|etag|md5|integrity|fingerprint)\p{L}{0,3}(?:\s(?:is|was|id|hash|sha|ist|war)){0,2}[\s:=#("'`-]{0,4}$/iu.test(
    before,
  );

// In order: rules whose matches contain those of others come first.
const RULES: readonly MaskRule[] = [
  {
    mask: '[secret]',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { mask: '[secret]', pattern: /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g },
  {
    mask: '[secret]',
    pattern: /(?<=\b(?:bearer|basic)\s{1,3})[\w.~+/=-]{12,}/gi,
    check: (found) => /[\d=]|[a-z][A-Z]/.test(found),
  },
  { mask: '[secret]', pattern: /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:]{0,200}:)[^\s/@]{1,200}(?=@)/gi },
  {
    mask: '[secret]',
    pattern: new RegExp(String.raw`(?<=[?&#]${SECRET_PARAMETER}=)(?!\[secret\])[^\s&#"'<>]+`, 'gi'),
  },
  {
    mask: '[secret]',
    pattern: /(?<=hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{10,}/g,
  },
  {
    mask: '[secret]',
    pattern:
      /\b(?:sk|pk|rk|npm|pypi|whsec|gb_api|lectern|AKIA|ASIA|AIza|ya29|SG)(?:[-_.]|(?<=AKIA|ASIA|AIza))[\w.-]{10,}/g,
    check: (found) => /\d/.test(found),
  },
  // Prefixes of well-known tokens.
  {
    mask: '[secret]',
    pattern:
      /(?<![\w-])(?:(?:gh[oprsu]|hf|npm)_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|do[por]_v1_\w{16,}|xox[abeoprs]-[\w-]{10,}|shpat_\w{16,}|[prs]k_(?:live|test)_\w{10,})/g,
  },
  ...PASTED_SECRETS,
  ...IDENTITY_DATA,
  ...POSTAL_ADDRESSES,
  ...PERSONAL_NAMES,
  // hunter2 is my password
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<![^\s"'“„«「『(])(?<value>[^\s"'“”„«»<>]{5,64})(?=["'”“»」』]?\s{1,3}(?:is|was|ist|war|es|era|est|è|é)\s{1,3}(?:[\p{L}']{1,12}\s{1,3}){0,2}(?:${PASSWORD_NAME}|${TOKEN_NAME}))`,
      'giu',
    ),
    check: looksSecret,
  },
  ...PASSPHRASES,
  // User bob pass hunter2, credentials bob:hunter2
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<!\p{L})(?:user(?:name)?|login|usr|benutzer(?:name)?|usuario)(?:\s{0,3}[:=]\s{0,3}|\s{1,3})(?!(?:can|could|must|should|may|will|would|to|does|did)\s)[^\s,;:]{1,64}[\s,;/]{1,3}(?:and\s{1,3})?pass\s{1,3}`,
    ),
    check: looksSecret,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<!\p{L})(?:credentials?|creds|logins?|zugangsdaten|credenciales|identifiants|credenziali)(?:${ASSIGNMENT}|${WEAK_ASSIGNMENT})?\s{1,3}[^\s:/]{1,64}[:/]`,
    ),
    check: looksSecret,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(String.raw`${PASSWORD_NAME}${ASSIGNMENT}\s{0,3}`),
    check: isGivenAs,
  },
  // The password for that account is hunter2
  {
    mask: '[secret]',
    pattern: valueAfter(String.raw`${PASSWORD_NAME}${WORDS}(?:${ASSIGNMENT}|${WEAK_ASSIGNMENT})\s{0,3}`),
    check: looksSecret,
  },
  // I set my password as swordfish
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<!\p{L})(?:set|chose|entered|typed|put|gave|made|kept|saved|have|had)\s(?:[\p{L}']{1,12}\s){0,2}(?:my|our)\s(?:[\p{L}']{1,12}\s)?${PASSWORD_NAME}\s{1,3}as\s{1,3}`,
    ),
    check: isGivenAs,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(String.raw`${PASSWORD_NAME}\s{1,3}(?:as\s{1,3})?`),
    check: looksSecret,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(String.raw`${TOKEN_NAME}${ASSIGNMENT}\s{0,3}`),
    check: isGivenAsToken,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`${KEY_NAME}(?:${WORDS}(?:${ASSIGNMENT}|${WEAK_ASSIGNMENT})\s{0,3}|\s{1,3})`,
    ),
    check: isToken,
  },
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?:(?<!\p{L})(?:cvv2?|cvc2?|card verification|security code|verification code|one[- ]time (?:code|password)|otp|2fa code|pin|passcode|prüfziffer|prüfnummer|sicherheitscode|einmalcode|tan|código de (?:seguridad|verificación|segurança)|code de (?:sécurité|vérification)|cryptogramme|codice di sicurezza)|セキュリティコード|認証コード|暗証番号|验证码|安全码)\p{L}{0,3}(?:\s{1,3}(?:code|number|nummer))?(?:${ASSIGNMENT}|${WEAK_ASSIGNMENT})?\s{0,3}["'“„「]?)(?<value>\d{3}[ -]\d{3}(?!\d)|\d{4}[ -]\d{4}(?!\d)|\d{3,8})(?![\p{L}\d]|[.,-]\d)`,
      'giu',
    ),
  },
  // Base64 keys, and long runs of letters and digits.
  {
    mask: '[secret]',
    pattern: /(?<![\w/+.-]|=(?=\/))[A-Za-z0-9/+]{40,}={0,2}(?![\w/+=.-])/g,
    check: isMixed,
  },
  {
    mask: '[secret]',
    pattern: /(?<![\w/.-])[A-Za-z0-9_-]{32,}(?![\w-])/g,
    check: (found, { before }) =>
      (isMixed(found) && !/^sha\d+-/.test(found)) ||
      (/^(?:0x(?=.{64}$))?(?=.*\d)[0-9a-f]+$/i.test(found) && !isNamedHash(before)),
  },
  ...EMAIL_ADDRESSES,
  {
    mask: '[iban]',
    pattern:
      /\b(?:[A-Z]{2}\d{2}(?:\s[A-Z0-9]{4}){2,7}(?:\s[A-Z0-9]{1,3})?|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|[a-z]{2}\d{2}[a-z0-9]{11,30})\b/g,
    check: isIban,
  },
  {
    mask: '[ssn]',
    pattern:
      /(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-])|(?<=(?<!\p{L})(?:ssn|social(?: security)?(?: number| no\.?)?)(?:\s{1,3}is)?[\s:=#]{1,3})\d{3}[ -]?\d{2}[ -]?\d{4}(?![\w-])/giu,
  },
  ...NETWORK_ADDRESSES,
  {
    mask: '[card]',
    pattern: /(?<![\w.-])[2-6](?:[ ._-]{0,3}\d){12,22}/g,
    check: longestMatch(isCard),
  },
  {
    mask: '[phone]',
    pattern: /(?<![\w/#-]|\d[.,:])(?:\+|\(|00)?\d(?:[ \t().-]{0,2}\d|[ ]?\/[ ]?\d){6,22}/g,
    check: longestMatch(isPhone),
  },
];

// Full-width characters, special spaces and dashes, each of which is one character.
const ASCII_EQUIVALENTS: Readonly<Record<string, string>> = {
  '\u3000': ' ',
  '\u00a0': ' ',
  '\u2007': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2212': '-',
};
// Arabic, Persian, Devanagari, Bengali and Thai.
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const digitOf = (code: number): string | undefined => {
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? undefined : String(code - zero);
};
const normalize = (text: string): string =>
  text.replace(
    /[\uff01-\uff5e\u3000\u00a0\u2007\u2009\u202f\u2010-\u2013\u2212\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g,
    (character) =>
      ASCII_EQUIVALENTS[character] ??
      digitOf(character.charCodeAt(0)) ??
      String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );

// Characters of context around a match.
const CONTEXT_LENGTH = 40;

/** A text and its normalized form, character by character. */
interface Texts {
  readonly original: string;
  readonly normalized: string;
}

/** Replaces ranges, which are in order, by a mask. */
const replaceRanges = (texts: Texts, mask: string, ranges: readonly TextRange[]): Texts => {
  const join = (text: string) =>
    ranges.map(([from], i) => text.slice(ranges[i - 1]?.[1] ?? 0, from) + mask).join('') +
    text.slice(ranges.at(-1)?.[1] ?? 0);
  return ranges.length === 0 ? texts : { original: join(texts.original), normalized: join(texts.normalized) };
};

const applyRule = (texts: Texts, { mask, pattern, check }: MaskRule): Texts => {
  const { normalized: text } = texts;
  const ranges: TextRange[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const found = match.groups?.value ?? match[0];
    const start = match.index + (match.groups?.before?.length ?? 0);
    const context = {
      before: text.slice(Math.max(0, start - CONTEXT_LENGTH), start),
      after: text.slice(start + found.length, start + found.length + CONTEXT_LENGTH),
    };
    const checked = check ? check(found, context) : true;
    const length = checked === true ? found.length : Number(checked);
    if (length > 0) ranges.push([start, start + length]);
    pattern.lastIndex = Math.max(match.index + 1, start + length);
  }
  return replaceRanges(texts, mask, ranges);
};

// A mask may uncover other matches.
const MAX_ROUNDS = 5;

/** Replaces personal data and secrets by masks that name their kind. Idempotent. */
export const maskPersonalData = (text: string, rounds = MAX_ROUNDS): string => {
  const normalized = normalize(text);
  const initial = replaceRanges({ original: text, normalized }, '[secret]', findSecretCells(normalized));
  const { original: result } = RULES.reduce<Texts>(applyRule, initial);
  return result === text || rounds === 1 ? result : maskPersonalData(result, rounds - 1);
};
