import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskPersonalData } from './masking.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Digits with the check digit of a card number. */
const withCheckDigit = (text: string): string => {
  const sum = [...text].reverse().reduce((total, digit, i) => {
    const counted = i % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return text + ((10 - (sum % 10)) % 10);
};

const word = fc.constantFrom('please', 'help', 'my', 'account', 'is', 'at', 'and', 'the', 'not', 'working');
const around = fc.tuple(fc.array(word, { maxLength: 5 }), fc.array(word, { maxLength: 5 }));
const inside = ([before, after]: [string[], string[]], secret: string) =>
  [...before, secret, ...after].join(' ');

describe('masking of generated texts', () => {
  test('finds every card number, e-mail address and telephone number in any context', () => {
    const card = digits(15).map((text) => withCheckDigit(`4${text.slice(1)}`));
    const email = fc
      .tuple(
        fc.stringMatching(/^[a-z][a-z0-9._]{0,20}[a-z0-9]$/),
        fc.stringMatching(/^[a-z]{1,15}\.(com|de|io)$/),
      )
      .map((parts) => parts.join('@'));
    const phone = digits(9).map((text) => `+4${text.slice(0, 2)} ${text.slice(2, 5)} ${text.slice(5)}`);
    fc.assert(
      fc.property(around, fc.oneof(card, email, phone), (words, secret) => {
        const result = maskPersonalData(inside(words, secret));
        expect(result).not.toContain(secret);
        expect(result).toMatch(/\[(card|email|phone)\]/);
      }),
    );
  });

  test('finds every password that looks like one, in any language and phrasing', () => {
    const said = fc.constantFrom(
      'my password is ',
      'Passwort: ',
      'das Kennwort lautet ',
      'mi contraseña es ',
      'mon mot de passe est ',
      'minha senha é ',
      'パスワードは',
      '密码：',
      'пароль ',
      'password=',
    );
    const secret = fc.stringMatching(/^[a-z]{3,8}[0-9]{2,4}[!$%&]?$/);
    fc.assert(
      fc.property(around, said, secret, (words, before, password) => {
        const result = maskPersonalData(inside(words, before + password));
        expect(result).not.toContain(password);
        expect(result).toContain('[secret]');
      }),
    );
  });

  test('leaves running text without digits or special characters unchanged', () => {
    const states = [
      'is',
      'was',
      'reset',
      'expired',
      'wrong',
      'not',
      'working',
      'the',
      'again',
      'falsch',
      'for',
    ];
    const plain = fc
      .tuple(
        fc.constantFrom('password', 'token', 'API key', 'Passwort', 'clave'),
        fc.array(fc.constantFrom(...states), { maxLength: 8 }),
      )
      .map(([name, said]) => [name, ...said]);
    fc.assert(
      fc.property(plain, (words) => {
        expect(maskPersonalData(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });

  test('is idempotent and never throws', () => {
    const piece = fc.constantFrom(
      ...[
        'password',
        'is',
        ':',
        '=',
        ' ',
        '"',
        'hunter2',
        '4111 1111 1111 1111',
        '0171 2345678',
        'key',
        'パスワードは',
        '-',
      ],
      ...[
        '123-45-6789',
        'a@b.co',
        '0123456789abcdef',
        '/',
        '.',
        '[',
        ']',
        'token',
        '＠',
        '３',
        'PIN',
        '1234',
      ],
      ...[
        '{"',
        '":"',
        '"',
        '|',
        '\n',
        '---',
        '<pwd>',
        '</pwd>',
        '`',
        '**',
        'Cookie: ',
        'a=b;',
        '-u a:',
        '[secret]',
      ],
    );
    const pieces = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), pieces), (text) => {
        const once = maskPersonalData(text);
        expect(maskPersonalData(once)).toBe(once);
      }),
    );
  });

  test('has no pattern with catastrophic backtracking', () => {
    const hostile = [
      '1 '.repeat(10_000),
      'a'.repeat(20_000),
      'a@'.repeat(10_000),
      '://a:'.repeat(4000),
      'eyJ'.repeat(6000),
    ];
    const before = process.cpuUsage();
    for (const text of [
      ...hostile,
      'A1a'.repeat(6000),
      'DE11 AAAA '.repeat(2000),
      'token: '.repeat(3000),
      'password is a '.repeat(1500),
      'password '.repeat(2000),
      `password:${'password:'.repeat(2000)}`,
      '0171/'.repeat(4000),
      'password is horse '.repeat(1000),
      `password is ${'horse '.repeat(3000)}`,
      'a at b dot '.repeat(2000),
      'a (at) b (dot) '.repeat(1500),
      'a {dot} '.repeat(2500),
      'a dot '.repeat(3000),
      `12 ${'Aa '.repeat(6000)}`,
      '12 Rue de la '.repeat(1500),
      'PO Box 1 1 1 '.repeat(1500),
      'my name is jane '.repeat(1200),
      'Hi, '.repeat(4000),
      'set my password as '.repeat(1000),
      'user a pass '.repeat(1500),
      'login a:'.repeat(2500),
      '4_1_'.repeat(5000),
      '"password":"'.repeat(1500),
      `{"password":"${'a\\\\'.repeat(6000)}`,
      '<password>'.repeat(1800),
      'password</b><b '.repeat(1300),
      'password"\'`*_'.repeat(1300),
      'mysql -u a '.repeat(1800),
      `Cookie: ${'a=b; '.repeat(4000)}`,
      'cookie a='.repeat(2000),
      '-u a:'.repeat(4000),
      '|password|\n|--|\n'.repeat(1200),
      `|password|\n|--|\n${'|'.repeat(18_000)}`,
      'login: a / '.repeat(1800),
      'On a '.repeat(4000),
      'password: a '.repeat(1600),
      `password: ${'blue monkey '.repeat(1500)}`,
      'set my password to '.repeat(1000),
      `the password ${'blue monkey '.repeat(1500)}`,
      'the password blue monkey '.repeat(750),
      'user a password '.repeat(1200),
      'Regards, '.repeat(2000),
      `Regards,${'\n'.repeat(18_000)}`,
      'Thanks!\nJane\n'.repeat(1400),
      'name: Jane '.repeat(1700),
      'a@localhost'.repeat(1600),
      '-----BEGIN PRIVATE KEY-----'.repeat(700),
      'recovery phrase: legal winner '.repeat(700),
      `recovery phrase: ${'legal 1. '.repeat(2000)}`,
      `secret key is ${'abcd '.repeat(3500)}`,
      'my username is a.'.repeat(1100),
      'born on the 3rd of '.repeat(1000),
      'via Roma 10, '.repeat(1400),
      `ul. ${'Aa '.repeat(6000)}`,
      '12 N 5th 5th 5th '.repeat(1000),
      'Mrs. Dr. '.repeat(2000),
      'Jane Doe de la '.repeat(1200),
      'account of jane '.repeat(1100),
      'a.b at gmail.'.repeat(1400),
    ])
      maskPersonalData(text);
    // Far above the usual time, and far below that of catastrophic backtracking.
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});
