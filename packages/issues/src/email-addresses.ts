import type { MaskRule } from './mask-rule.ts';
import { isOrdinary } from './passwords.ts';
import { STOP_WORDS } from './stop-words.ts';

// Not the endings of files: at runtime dot env.
const TOP_LEVEL_DOMAIN =
  /\s(?:com|org|net|edu|gov|info|biz|io|ai|app|dev|cloud|online|shop|eu|uk|us|ca|au|nz|ie|de|at|ch|fr|be|nl|lu|es|pt|br|mx|ar|it|pl|cz|se|no|dk|fi|ru|ua|tr|gr|jp|cn|kr|in|za|co|me|tv|test|example)$/i;
/** Whether `jane at example dot com` is an address: not `it is at example dot com`. */
const isSpelledAddress = (found: string): boolean =>
  TOP_LEVEL_DOMAIN.test(found) && !STOP_WORDS.has(found.split(' ', 1)[0]!.toLowerCase());
/** Whether `jane @ example . com` is an address, not a name of a person on a site. */
const isSpacedAddress = (found: string): boolean => {
  const [local, host] = found.split('@').map((part) => part.trim()) as [string, string];
  const isClear = /\s\.|\.\s/.test(host) || /[\w][._+-]?\d|[._]\w/.test(local);
  return isClear && isSpelledAddress(`${local} ${host.replace(/\s?\.\s?/g, ' ')}`);
};

/** Whether the word before `at gmail.com` is a name: not my account at gmail.com. */
const isLocalPart = (found: string): boolean => {
  const local = found.split(' ', 1)[0]!;
  return /[\d._+]/.test(local) || !(isOrdinary(local) || AT_PROVIDERS.test(local));
};
const AT_PROVIDERS =
  /^(?:e-?mails?|mail(?:box(?:es)?)?|inbox(?:es)?|addresses|logins?|people|users?|contacts?|clients?|customers?|support|team|servers?|arrives?|messages?|filters?|folders?|settings|look|spam|hosts?|domains?|sites?|accounts?|apps?|alias(?:es)?|forward|smtp|imap|pop3?)$/i;

/** Rules for e-mail addresses, also spelled out, encoded or with spaces. */
export const EMAIL_ADDRESSES: readonly MaskRule[] = [
  // Jane {dot} roe {at} example
  {
    mask: '[email]',
    pattern:
      /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}(?:\s?[[({](?:dot|punkt|punto|point)[\])}]\s?[\p{L}\p{N}._%+'-]{1,64}){1,4}(?:@|\s?[[({](?:at|ät)[\])}]\s?)[\p{L}\p{N}-]{1,63}(?:(?:\.|\s?[[({](?:dot|punkt|punto|point)[\])}]\s?)[\p{L}\p{N}-]{1,63}){0,8}/giu,
    check: (found) => !/\s(?:and|or|und|oder)\s/i.test(found),
  },
  {
    mask: '[email]',
    pattern:
      /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40|&#(?:0{0,4}64|x0{0,4}40);|&commat;|\s?[[({](?:at|ät)[\])}]\s?)(?:[\p{L}\p{N}-]{1,63}(?:\.|%2e|&#(?:46|x2e);|&period;|\s?[[({](?:dot|punkt|punto|point)[\])}]\s?)){1,8}[\p{L}]{2,24}/giu,
  },
  {
    mask: '[email]',
    pattern:
      /(?<![\w./-])(?:[\w+-]{1,64} dot ){0,3}[\w.+-]{1,64}(?: at |\s?[[({]at[\])}]\s?)(?:[a-z0-9-]{1,63} dot ){1,4}[a-z]{2,12}(?![\w-])/gi,
    check: isSpelledAddress,
  },
  // Contact jane.roe at example.com
  {
    mask: '[email]',
    pattern:
      /(?<before>(?<!\p{L})(?:contact|e-?mail|mail|write to|reach)\s(?:address\s)?(?:is\s)?)(?<value>\p{L}[\p{L}\p{N}+-]{0,30}[._][\p{L}\p{N}._+-]{1,30} at (?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(?![\w-])/giu,
  },
  // jane_roe at gmail.com, of providers for people
  {
    mask: '[email]',
    pattern:
      /(?<![\p{L}\p{N}._%+'/@-])[\p{L}\p{N}][\p{L}\p{N}._+-]{1,40} at (?:gmail|googlemail|hotmail|outlook|live|yahoo|icloud|aol|gmx|web|protonmail|proton|mail|orange|libero|t-online|yandex)\.(?:com?\.)?[a-z]{2,4}(?![\w-]|\.\w)/giu,
    check: isLocalPart,
  },
  // Accounts of programs are no people.
  {
    mask: '[email]',
    pattern:
      /(?<![\p{L}\p{N}._%+'/:@-])(?!(?:root|postgres|mysql|git|ubuntu)@)[\p{L}\p{N}._%+'-]{1,64}@localhost(?![\w.:/-]*[\w/])/giu,
  },
  // jane @ example . com
  {
    mask: '[email]',
    pattern:
      /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}\s?@\s?(?:[a-z0-9-]{1,63}\s?\.\s?){1,4}[a-z]{2,12}(?![\w-])/giu,
    check: isSpacedAddress,
  },
];
