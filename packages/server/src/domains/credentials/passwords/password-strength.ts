import { COMMON_PASSWORDS } from './common-passwords.ts';

/** The limits of a password, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

const MIN_DISTINCT = 5;

// Rows of keyboards, and what people count up.
const SEQUENCES = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
];

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const withoutLookalikes = (text: string) => text.replaceAll(/[013457@$!]/g, (one) => LOOKALIKES[one]!);

/** The text without what people put around a word: digits and signs. */
const core = (text: string) => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The shortest text of which this text is a repetition. */
const unrepeated = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));

/** Whether the text is part of a sequence, forwards or backwards, also beyond its end ("7890123"). */
const isSequence = (text: string): boolean => {
  const backwards = [...text].reverse().join('');
  return SEQUENCES.some((row) => {
    const around = row.repeat(Math.ceil(text.length / row.length) + 1);
    return around.includes(text) || around.includes(backwards);
  });
};

/** The account that a password is for. */
export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
}

const wordsOf = ({ email, displayName }: PasswordOwner): ReadonlySet<string> =>
  new Set(
    [
      email,
      ...email.split(/[@.+_-]/),
      ...email.split('@'),
      displayName,
      ...displayName.split(/\s+/),
      'lectern',
    ]
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 2),
  );

/** What is wrong with a new password, or undefined. */
export const passwordProblem = (password: string, owner: PasswordOwner): string | undefined => {
  const text = password.normalize('NFKC').toLowerCase();
  const { length } = [...text];
  if (length < PASSWORD_LENGTH.min) return `must have at least ${PASSWORD_LENGTH.min} characters`;
  if (length > PASSWORD_LENGTH.max) return `must have at most ${PASSWORD_LENGTH.max} characters`;
  if (new Set(text).size < MIN_DISTINCT) return `must have at least ${MIN_DISTINCT} different characters`;
  const forms = [
    text,
    core(text),
    withoutLookalikes(text),
    core(withoutLookalikes(text)),
    withoutLookalikes(core(text)),
  ];
  const all = new Set([...forms, ...forms.map(unrepeated)].filter((form) => form.length > 2));
  const words = wordsOf(owner);
  for (const form of all) {
    if (words.has(form)) return 'must not consist of your name or e-mail address';
    if (COMMON_PASSWORDS.has(form) || isSequence(form))
      return 'is too common: choose one that is harder to guess';
  }
  return undefined;
};
