import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PASSWORD_LENGTH, passwordProblem } from './password-strength.ts';

const ANN = { email: 'ann.smith@example.com', displayName: 'Ann Smith' };

describe('the strength of a password', () => {
  test.each([
    'correct horse battery',
    'Tr0ubadour&3-mending',
    'mein-hund-heißt-Bello',
    'пароль для документов',
    'x7Kp2mQz9w',
    '今日は良い天気ですねえと言う',
    'ann of green gables',
  ])('accepts %j', (password) => expect(passwordProblem(password, ANN)).toBeUndefined());

  test.each([
    ['short1234', /at least 10/],
    ['x'.repeat(201), /at most 200/],
    ['aaaaaaaaaaaa', /different/],
    ['1212121212', /different/],
    ['password1234', /common/],
    ['P@ssw0rd1234!', /common/],
    ['passwordpassword', /common/],
    ['dragon12345678', /common/],
    ['123456789012', /common/],
    ['0987654321098', /common/],
    ['qwertyuiop123', /common/],
    ['ABCDEFGHIJKL', /common/],
    ['!!!letmein!!!', /common/],
    ['ann.smith@example.com', /name or e-mail/],
    ['Ann Smith 2026', /name or e-mail/],
    ['annsmith-example'.slice(0, 3).repeat(4), /different/],
    ['smith1234567', /name or e-mail/],
    ['lectern2026!', /name or e-mail/],
  ])('refuses %j', (password, problem) => expect(passwordProblem(password, ANN)).toMatch(problem));

  test('counts characters, not code units', () => {
    expect(passwordProblem('👍🙈🎉🌍🔑', ANN)).toMatch(/at least 10/);
    expect(passwordProblem('👍🙈🎉🌍🔑🍎🚲🌧️🎈🏠', ANN)).toBeUndefined();
  });

  test('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (password, displayName) => {
        const problem = passwordProblem(password, { ...ANN, displayName });
        const length = [...password.normalize('NFKC')].length;
        if (length < PASSWORD_LENGTH.min) expect(problem).toBeDefined();
      }),
    );
  });
});
