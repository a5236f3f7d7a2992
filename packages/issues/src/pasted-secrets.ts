import { type MaskRule, valueAfter } from './mask-rule.ts';
import { isOrdinary, looksSecret, PASSWORD_NAME, TOKEN_NAME } from './passwords.ts';
import { alternatives } from './tokenizer.ts';

const isGiven = (found: string) => !isOrdinary(found);

// Attributes of cookies contain no secret.
const ATTRIBUTE = new RegExp(
  `^(?:${alternatives('samesite | path | domain | max-age | expires | secure | httponly | partitioned | priority')})$`,
  'i',
);
const cookieValues = (cookies: string): string[] =>
  cookies.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return ATTRIBUTE.test(name) || value.length === 0 ? [] : [value.join('=')];
  });
const isValue = (value: string) => value !== '' && value !== '[secret]';
const PAIR = String.raw`[^\s=;,:"'<>()]{1,100}=(?:"[^"\n]{0,500}"|[^\s;"'<>]{0,4000})`;
const COOKIES = String.raw`(?<value>${PAIR}(?:;\s{0,2}(?:${PAIR}|[a-z]{1,20}(?![\w=])))*)`;

/** Rules for secrets in pasted markup, headers and commands. */
export const PASTED_SECRETS: readonly MaskRule[] = [
  // <password>hunter2</password>, also with escaped brackets
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?:<|&lt;)(?:[\w.-]{0,30}[:_.-])?(?:${PASSWORD_NAME}|${TOKEN_NAME})(?:\s[^<>]{0,80})?(?:>|&gt;)\s{0,3})(?<value>[^<>\s][^<>]{0,200}?)(?=\s{0,3}(?:<|&lt;)\/)`,
      'giu',
    ),
    check: isGiven,
  },
  {
    mask: '[secret]',
    pattern: new RegExp(
      String.raw`(?<before>(?<!\p{L})(?:set-)?cookies?["'\\]{0,2}\s{0,2}[:=]\s{0,3}\\?["']?)${COOKIES}`,
      'giu',
    ),
    check: (found) => cookieValues(found).some(isValue),
  },
  {
    mask: '[secret]',
    pattern: new RegExp(String.raw`(?<before>(?<!\p{L})cookies?\s{1,3})${COOKIES}`, 'giu'),
    check: (found) => cookieValues(found).some((value) => isValue(value) && looksSecret(value)),
  },
  // curl -u admin:hunter2; docker -u 1000:1000 names a group
  {
    mask: '[secret]',
    pattern:
      /(?<before>(?<![\w-])(?:-u|--user|--proxy-user)[\s=]{0,3}["']?[^\s:"']{1,64}:)(?<value>(?<=["'][^\s:"']{1,64}:)[^"'\n]{1,200}(?=["'])|[^\s"'<>]{1,200})/gi,
    check: (found) => !/^\d{1,5}$/.test(found) && isGiven(found),
  },
  // mysql -phunter2; after a space it is the name of a database
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<![\p{L}\p{N}])(?:mysql|mariadb)[\w-]{0,12}\s(?:[^\n]{0,200}?\s)??-p(?![\s<]|ort|assw)`,
    ),
    check: isGiven,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<![\p{L}\p{N}])(?:sshpass|mongo\w{0,8}|docker login|redis-cli)\s(?:[^\n]{0,200}?\s)??(?:-p|-a)\s{0,3}(?!-)`,
    ),
    check: isGiven,
  },
  {
    mask: '[secret]',
    pattern: valueAfter(String.raw`(?<=(?<!\S)--[\w-]{0,20})(?:${PASSWORD_NAME}|${TOKEN_NAME})\s{1,3}(?!-)`),
    check: isGiven,
  },
  // Login: bob / hunter2
  {
    mask: '[secret]',
    pattern: valueAfter(
      String.raw`(?<!\p{L})(?:credentials?|creds|logins?|user(?:name)?|account|zugangsdaten|zugang|anmeldung|benutzer(?:name)?|credenciales|usuario|identifiants?|compte|credenziali|accesso)["'*_]{0,3}\s{0,3}[:=]["'*_]{0,3}\s{0,3}[^\s:/|]{1,64}\s{1,3}[/|]\s{1,3}`,
    ),
    check: looksSecret,
  },
];
