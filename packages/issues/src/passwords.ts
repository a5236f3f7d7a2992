import type { MatchContext } from './mask-rule.ts';
import { STOP_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

// Also found inside of longer words: DB_PASSWORD, WLAN-Passwort.
const PASSWORD_WORDS = alternatives(`
  password | passwd | passphrase | pass phrase | pass-phrase | passcode | passwort | kennwort | contraseña | contrasena |
  mot de passe | palavra-passe | palavra passe | wachtwoord | hasło | haslo | heslo | lösenord |
  adgangskode | kodeord | passord | salasana | пароль | пароля | паролем | jelszó | κωδικός | mật khẩu |
  kata sandi | पासवर्ड | รหัสผ่าน | パスワード | 暗証番号 | 密码 | 密碼 | 口令 | 비밀번호 | 암호 | كلمة المرور | كلمة السر |
  סיסמה | şifre | parola`);
const SHORT_PASSWORD_WORDS = alternatives(String.raw`
  pwd | pw | mdp | clave | senha | pin | pass(?=["'\x60*\\]{0,3}\s{0,3}(?:[:=]|>))`);
const TOKEN_WORDS = alternatives(String.raw`
  api[\s_-]?key | api[\s_-]?schlüssel | clave (?:de )?api | clé (?:d[’']?)?api | chiave api |
  chave (?:de |da )?api | access[\s_-]?key | secret[\s_-]?key | client[\s_-]?secret |
  private[\s_-]?key | access[\s_-]?token | auth[\s_-]?token | refresh[\s_-]?token | token | secret |
  session[\s_-]?id | signature | sig(?![\p{L}]) | jeton | geheimnis | credentials? | recovery code |
  トークン | apiキー | 令牌 | 密钥 | 토큰 | токен | ключ`);
const KEY_WORDS = alternatives(`
  key | schlüssel | clave | clé | chiave | chave | authorization | キー | bearer | basic`);

const separate = (words: string) => String.raw`(?<![\p{L}\p{N}])(?:${words})`;
// The end of longer field names: "botToken": …
const AS_FIELD = String.raw`(?:token|secret)(?=\\?["'])`;
// The ending of a plural or a case.
const ENDING = String.raw`\p{L}{0,3}(?![\p{sc=Latin}\p{sc=Cyrillic}\p{N}])`;
/** A word for a password, in many languages. */
export const PASSWORD_NAME = `(?:(?:${PASSWORD_WORDS})${ENDING}|${separate(SHORT_PASSWORD_WORDS)}s?(?!\\p{L}))`;
/** A word for a token. */
export const TOKEN_NAME = `(?:${separate(TOKEN_WORDS)}|api[_-]?key|${AS_FIELD})${ENDING}`;
/** A word that may mean a token. */
export const KEY_NAME = `(?:${separate(`${TOKEN_WORDS}|${KEY_WORDS}`)}|api[_-]?key)${ENDING}`;

// Characters around names and values in data and markup: "password": "…", **Password:** …, <b>Password:</b> …
const TAG = String.raw`<\/?[a-z][^<>\n]{0,40}>`;
const MARKS = String.raw`(?:["'${'`'}*_\\“”„«»「」『』]|${TAG}){0,5}`;
const IN_CELLS = String.raw`\s{0,3}<\/[a-z]{1,10}>\s{0,3}(?:<[a-z][^<>\n]{0,40}>\s{0,3}){1,2}`;
/** An assignment (`:`, `=`, `is`) after which the value follows. */
export const ASSIGNMENT = String.raw`(?:${MARKS}\s{0,3}(?:=>|->|[:=|])${MARKS}|${IN_CELLS}|${MARKS}\s{1,3}(?:is|was|ist|war|lautete?|es|era|est|était|è|é|foi)(?![\p{L}'])\s{0,2}:?)`;
/** Words that may introduce a value. */
export const WEAK_ASSIGNMENT = String.raw`(?:\s{1,3}(?:to|are|were|with|mit|con|avec|auf|jest|это|был|är|var|er)(?![\p{L}'])|\s?(?:は|が|是|为|為|는|은|이|가))`;

// Words that describe passwords.
const STATES = new Set(
  `access account again behind blank character characters digit digits eight letter letters long maximum messages
  minimum plain stuck text twelve broken bug button case change changed changes correct correctly dead default different email
  empty error expired expiry field fine form forgotten forgot gone good hash hidden history in incorrect input
  invalid known leaked length link lost manager missing needed new nothing null old out outdated policy prompt
  public recovery rejected required reset resets right rules safe secret secure sensitive sent set short strong temporary
  unknown user username valid weak working wrong undefined true false none string
  abgelaufen akzeptiert alt falsch gespeichert gesperrt gültig kaputt korrekt leer neu richtig schwach sicher ungültig
  unbekannt vergessen verloren weg zurückgesetzt zurücksetzen ändern
  caducada caducado correcta correcto incorrecta incorrecto inválida inválido mal nueva nuevo olvidada perdida válida
  bon bonne correcte expiré faux incorrecte invalide mauvais nouveau oublié perdu refusé valide
  errada errado esquecida expirada expirou incorreta nova novo scaduta sbagliata corretta errata nuova dimenticata
  verlopen vergeten verkeerd ongeldig nieuw
  1password 2fa mfa sha1 sha256 sha512 md5 base64 utf8 utf-8 oauth2 oauth bcrypt argon2 http2 json jwt`.split(
    /\s+/,
  ),
);
// Endings of participles and adjectives: changed, working, wrongly; vergessen; caducado, válida; refusée.
const DONE =
  /(?:ed|ing|ly|able|ible|sive|tive|ful|less|ten|sen|fen|ert|igt|bar|lich|ado|ada|ido|ida|ato|ata|ito|ita|uto|uta|é|ée|ant|ível|ável)$/;

/** Whether a text consists of ordinary words, and so is not a password. */
export const isOrdinary = (text: string): boolean => {
  if (/\s/.test(text)) return text.trim().split(/\s+/).every(isOrdinary);
  const word = text.toLowerCase().replaceAll('’', "'");
  if (!/^\p{L}[\p{L}'-]*$/u.test(word)) return STATES.has(word);
  const parts = word.split('-');
  return parts.every((part) => part === '' || STOP_WORDS.has(part) || STATES.has(part) || DONE.test(part));
};

/** The passphrase at the beginning of a text: the words before the first stop word, if most are unusual. */
export const passphraseIn = (text: string): string => {
  const words = text.split(/[ -]/);
  const end = words.findIndex((word) => STOP_WORDS.has(word.toLowerCase()));
  const phrase = end === -1 ? words : words.slice(0, end);
  const unusual = phrase.filter((word) => !isOrdinary(word)).length;
  const isPassphrase = phrase.length > 1 && unusual * 2 > phrase.length;
  return isPassphrase ? text.slice(0, phrase.join(' ').length) : '';
};

const isVersion = (text: string) => /^(?:[a-z]+\/)?v?\d+(?:\.\d+)+[\w.-]*$|^[a-z]+\/\d$/i.test(text);
// URLs and e-mail addresses have their own rules.
const isAddress = (text: string) => /:\/\/|\]\(|@[\p{L}\p{N}-]+\.\p{L}/u.test(text);

/** Whether a text looks like a password: letters with digits or special characters. */
export const looksSecret = (text: string): boolean => {
  if (text.length < 5 || isAddress(text) || isVersion(text) || isOrdinary(text)) return false;
  // Only quoted values contain spaces.
  if (/\s/.test(text)) return true;
  if (/^\d+$/.test(text)) return text.length >= 6;
  const hasLetter = /\p{L}/u.test(text);
  return hasLetter && (/\d/.test(text) || /[!$%^&#@+=?~](?=.)/.test(text.slice(1)));
};

/** Whether a value only describes a field: required, null. */
export const isState = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === '[secret]' || STOP_WORDS.has(word) || STATES.has(word));

// "password": "…"; password='…' may be something else.
const IN_DATA = /["'`]\s{0,3}(?:=>|[:=])\s{0,3}\\?["'`]$/;
const IN_TABLE = /\|\s*$/;
// The end of a value in running text, and of a table row that is not a heading.
const ENDS = /^\s*(?:$|[\n.,;!?)"'`*<}\]\\]|(?:and|und|y|et|e|en|och)\s)/;
const ENDS_ROW = /^[ \t]*\|[ \t]*(?:$|\r?\n(?![ \t]*\|?[ \t]*:?-{2}))/;

const isGiven = (text: string): boolean => {
  const bare = text.replace(/^\*+|\*+$/g, '');
  return !isAddress(bare) && !isOrdinary(bare) && bare.length >= 3 && /[\p{L}\p{N}]/u.test(bare);
};

/** Whether the text after `password is` or `password:` is a password; a single word is one, unless it is ordinary. */
export const isGivenAs = (text: string, { before, after }: MatchContext): boolean => {
  if (IN_DATA.test(before)) return !isState(text);
  if (!/^\p{L}+$/u.test(text)) return isGiven(text);
  const ends = IN_TABLE.test(before) ? ENDS_ROW : ENDS;
  return isGiven(text) && /^\p{sc=Latin}{4,}$/u.test(text) && ends.test(after);
};

/** Whether the text after `token is` or `token:` is a token; a word is one only in structured data. */
export const isGivenAsToken = (text: string, { before }: MatchContext): boolean =>
  IN_DATA.test(before)
    ? !isState(text)
    : text.length >= 4 && isGiven(text) && /[\d_\W]/.test(text.slice(0, -1));

/** Whether a word looks like a token: long, with digits. */
export const isToken = (text: string): boolean =>
  text.length >= 16 && /\d/.test(text) && !isAddress(text) && !isVersion(text);
