import type { Around } from './mask-rule.ts';
import { COMMON_WORDS } from './stop-words.ts';
import { alternatives } from './tokenizer.ts';

// Long enough to be found in longer words too: DB_PASSWORD, WLAN-Passwort.
const PASSWORD_WORDS = alternatives(`
  password | passwd | passphrase | passcode | passwort | kennwort | contraseña | contrasena |
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

const apart = (words: string) => String.raw`(?<![\p{L}\p{N}])(?:${words})`;
// In names of fields they end longer words: "botToken": …
const AS_FIELD = String.raw`(?:token|secret)(?=\\?["'])`;
// Of a plural or a case; a longer word is another one.
const ENDING = String.raw`\p{L}{0,3}(?![\p{sc=Latin}\p{sc=Cyrillic}\p{N}])`;
/** A word for a password, in many languages. */
export const PASSWORD_NAME = `(?:(?:${PASSWORD_WORDS})${ENDING}|${apart(SHORT_PASSWORD_WORDS)}s?(?!\\p{L}))`;
/** A word for a token. */
export const TOKEN_NAME = `(?:${apart(TOKEN_WORDS)}|api[_-]?key|${AS_FIELD})${ENDING}`;
/** A word for what may be a token, and is often something else. */
export const KEY_NAME = `(?:${apart(`${TOKEN_WORDS}|${KEY_WORDS}`)}|api[_-]?key)${ENDING}`;

// What data and markup put around names and values: "password": "…", **Password:** …, <b>Password:</b> …
const TAG = String.raw`<\/?[a-z][^<>\n]{0,40}>`;
const MARKS = String.raw`(?:["'${'`'}*_\\“”„«»「」『』]|${TAG}){0,5}`;
const IN_CELLS = String.raw`\s{0,3}<\/[a-z]{1,10}>\s{0,3}(?:<[a-z][^<>\n]{0,40}>\s{0,3}){1,2}`;
/** What says that the next word is the thing itself, in languages whose ordinary words are known here. */
export const IS = String.raw`(?:${MARKS}\s{0,3}(?:=>|->|[:=|])${MARKS}|${IN_CELLS}|${MARKS}\s{1,3}(?:is|was|ist|war|lautete?|es|era|est|était|è|é|foi)(?![\p{L}'])\s{0,2}:?)`;
/** What may say so. */
export const MAY_BE = String.raw`(?:\s{1,3}(?:to|are|were|with|mit|con|avec|auf|jest|это|был|är|var|er)(?![\p{L}'])|\s?(?:は|が|是|为|為|는|은|이|가))`;

// States of passwords, not passwords.
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
// How languages end what something is or was done to: changed, working, wrongly; vergessen; caducado, válida; refusée.
const DONE =
  /(?:ed|ing|ly|able|ible|sive|tive|ful|less|ten|sen|fen|ert|igt|bar|lich|ado|ada|ido|ida|ato|ata|ito|ita|uto|uta|é|ée|ant|ível|ável)$/;

/** Whether a word is one that people use, as far as can be told: nobody's password. */
export const isOrdinary = (text: string): boolean => {
  if (/\s/.test(text)) return text.trim().split(/\s+/).every(isOrdinary);
  const word = text.toLowerCase().replaceAll('’', "'");
  if (!/^\p{L}[\p{L}'-]*$/u.test(word)) return STATES.has(word);
  const parts = word.split('-');
  return parts.every((part) => part === '' || COMMON_WORDS.has(part) || STATES.has(part) || DONE.test(part));
};

/** The passphrase that some words begin with: up to one that joins words to sentences, and mostly such as are said of no password. */
export const passphraseIn = (text: string): string => {
  const words = text.split(/[ -]/);
  const end = words.findIndex((word) => COMMON_WORDS.has(word.toLowerCase()));
  const said = end === -1 ? words : words.slice(0, end);
  const strange = said.filter((word) => !isOrdinary(word)).length;
  const isPhrase = said.length > 1 && strange * 2 > said.length;
  return isPhrase ? text.slice(0, said.join(' ').length) : '';
};

const isVersion = (text: string) => /^(?:[a-z]+\/)?v?\d+(?:\.\d+)+[\w.-]*$|^[a-z]+\/\d$/i.test(text);
// Addresses have rules of their own.
const isAddress = (text: string) => /:\/\/|\]\(|@[\p{L}\p{N}-]+\.\p{L}/u.test(text);

/** Whether a word looks like a password: letters with digits, or with signs inside that no word has. */
export const looksSecret = (text: string): boolean => {
  if (text.length < 5 || isAddress(text) || isVersion(text) || isOrdinary(text)) return false;
  // Several words are in quotes.
  if (/\s/.test(text)) return true;
  if (/^\d+$/.test(text)) return text.length >= 6;
  const hasLetter = /\p{L}/u.test(text);
  return hasLetter && (/\d/.test(text) || /[!$%^&#@+=?~](?=.)/.test(text.slice(1)));
};

/** Whether something is no more than words that say how a field is: required, null. */
export const isState = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === '[secret]' || COMMON_WORDS.has(word) || STATES.has(word));

// "password": "…"; password='…' may be said of something else.
const IN_DATA = /["'`]\s{0,3}(?:=>|[:=])\s{0,3}\\?["'`]$/;
const IN_TABLE = /\|\s*$/;
// In running text something follows; in a table the heading is over a line.
const ENDS = /^\s*(?:$|[\n.,;!?)"'`*<}\]\\]|(?:and|und|y|et|e|en|och)\s)/;
const ENDS_ROW = /^[ \t]*\|[ \t]*(?:$|\r?\n(?![ \t]*\|?[ \t]*:?-{2}))/;

const isGiven = (text: string): boolean => {
  const bare = text.replace(/^\*+|\*+$/g, '');
  return !isAddress(bare) && !isOrdinary(bare) && bare.length >= 3 && /[\p{L}\p{N}]/u.test(bare);
};

/** Whether what follows `password is` or `password:` is one; a word alone is, unless it is an ordinary one. */
export const isGivenAs = (text: string, { before, after }: Around): boolean => {
  if (IN_DATA.test(before)) return !isState(text);
  if (!/^\p{L}+$/u.test(text)) return isGiven(text);
  const ends = IN_TABLE.test(before) ? ENDS_ROW : ENDS;
  return isGiven(text) && /^\p{sc=Latin}{4,}$/u.test(text) && ends.test(after);
};

/** Whether what follows `token is` or `token:` is one: no word, unless in data. */
export const isGivenAsToken = (text: string, { before }: Around): boolean =>
  IN_DATA.test(before)
    ? !isState(text)
    : text.length >= 4 && isGiven(text) && /[\d_\W]/.test(text.slice(0, -1));

/** Whether a word is a token: long, with letters and digits. */
export const isToken = (text: string): boolean =>
  text.length >= 16 && /\d/.test(text) && !isAddress(text) && !isVersion(text);
