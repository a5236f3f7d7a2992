import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuesOf, type Message } from './splitting.ts';

const user = (body: string): Message => ({ role: 'user', body });
const titles = (...bodies: string[]) => issuesOf({ messages: bodies.map(user) }).map(({ title }) => title);

describe('splitting', () => {
  test('finds one issue in one question, however it is put', () => {
    expect(titles('I ordered a card but it has not arrived. Help please!')).toEqual([
      'I ordered a card but it has not arrived.',
    ]);
    expect(titles('Hi team,\n\nMy export fails. Can you help? Any ideas?')).toEqual(['My export fails.']);
    expect(titles('密码忘记了怎么办？')).toEqual(['密码忘记了怎么办？']);
    expect(titles('¿Cómo puedo cambiar mi contraseña?')).toEqual(['¿Cómo puedo cambiar mi contraseña?']);
  });

  test('finds several in several, also in later messages', () => {
    expect(
      titles(
        '1. How do I change my billing address?\n2. Where can I download last year’s invoices?',
        'Another thing: the mobile app crashes on startup.',
      ),
    ).toEqual([
      'How do I change my billing address?',
      'Where can I download last year’s invoices?',
      'Another thing: the mobile app crashes on startup.',
    ]);
  });

  test('does not count the same question twice, nor thanks', () => {
    expect(
      titles('How do I reset my password?', 'So how can I reset the password?', 'Thanks, that worked!'),
    ).toHaveLength(1);
    expect(titles('Thanks!')).toEqual([]);
  });

  test('leaves out quotes, code, signatures and what others said', () => {
    const body =
      'The build fails on deploy.\n> On Monday you asked about fonts?\n```\nwhy is this?\n```\n--\nJo, Acme?';
    const talk = { messages: [{ role: 'assistant', body: 'Did you try to restart?' } as const, user(body)] };
    const [issue, ...others] = issuesOf(talk);
    expect(others).toEqual([]);
    expect(issue).toEqual({ title: 'The build fails on deploy.', summary: 'The build fails on deploy.' });
  });

  test('takes the subject where nobody said anything', () => {
    expect(issuesOf({ subject: 'Re: Invoice is wrong', messages: [] })).toEqual([
      { title: 'Invoice is wrong', summary: 'Invoice is wrong' },
    ]);
    expect(issuesOf({ messages: [] })).toEqual([]);
  });

  test('never says more than it may, and always the same', () => {
    const talks = fc.record({
      subject: fc.option(fc.string({ unit: 'binary', maxLength: 200 }), { nil: undefined }),
      messages: fc.array(fc.string({ unit: 'binary', maxLength: 500 }).map(user), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(talks, (talk) => {
        const found = issuesOf(talk);
        expect(issuesOf(talk)).toEqual(found);
        expect(found.length).toBeLessThanOrEqual(8);
        for (const { title, summary } of found) {
          expect(title.length).toBeLessThanOrEqual(120);
          expect(summary.length).toBeLessThanOrEqual(600);
          expect(title.trim()).not.toBe('');
        }
      }),
    );
  });
});
