import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractIssues, type Message } from './splitting.ts';

const user = (body: string): Message => ({ role: 'user', body });
const titles = (...bodies: string[]) =>
  extractIssues({ messages: bodies.map(user) }).map(({ title }) => title);

describe('splitting', () => {
  test('finds one issue in one question, in any phrasing', () => {
    expect(titles('I ordered a card but it has not arrived. Help please!')).toEqual([
      'I ordered a card but it has not arrived.',
    ]);
    expect(titles('Hi team,\n\nMy export fails. Can you help? Any ideas?')).toEqual(['My export fails.']);
    expect(titles('My password is hunter2. How do I reset it?')).toEqual(['How do I reset it?']);
    expect(titles('My export to jo@example.com fails. Can you help?')).toEqual([
      'My export to [email] fails.',
    ]);
    expect(titles('密码忘记了怎么办？')).toEqual(['密码忘记了怎么办？']);
    expect(titles('¿Cómo puedo cambiar mi contraseña?')).toEqual(['¿Cómo puedo cambiar mi contraseña?']);
  });

  test('finds several issues in several questions, also in later messages', () => {
    expect(
      titles(
        '1. How do I change my billing address?\n2. Where can I download last year’s invoices?',
        'Another thing: the mobile app crashes on startup.',
      ),
    ).toEqual([
      'How do I change my billing address?',
      'Where can I download last year’s invoices?',
      'The mobile app crashes on startup.',
    ]);
  });

  test.each([
    [
      '¿Cómo puedo cancelar mi suscripción? Además, ¿puedo recuperar un pedido borrado?',
      ['¿Cómo puedo cancelar mi suscripción?', '¿Puedo recuperar un pedido borrado?'],
    ],
    [
      'サブスクリプションを解約できますか？また、削除した注文を復元できますか？',
      ['サブスクリプションを解約できますか？', '削除した注文を復元できますか？'],
    ],
    [
      'パスワードを変更する方法を教えてください。請求書はどこでダウンロードできますか。',
      ['パスワードを変更する方法を教えてください。', '請求書はどこでダウンロードできますか。'],
    ],
    [
      'How do I reset my password? Also, where do I find my invoices? And one more thing: how do I export a space?',
      ['How do I reset my password?', 'Where do I find my invoices?', 'How do I export a space?'],
    ],
    [
      'Wie kann ich mein Passwort ändern? Und wo finde ich meine Rechnungen?',
      ['Wie kann ich mein Passwort ändern?', 'Wo finde ich meine Rechnungen?'],
    ],
    [
      'Comment résilier mon abonnement ? Par ailleurs, où trouver mes factures ?',
      ['Comment résilier mon abonnement ?', 'Où trouver mes factures ?'],
    ],
    ['How do I export a PDF? Does it keep the images?', ['How do I export a PDF?']],
    ['Besides USD what other currencies can I have?', ['Besides USD what other currencies can I have?']],
    ['Why do you need to know so much about me', ['Why do you need to know so much about me']],
    ['My export fails. Which browser should I use?', ['My export fails.']],
    [
      '비밀번호는 어떻게 재설정하나요? 그리고 환불은 어떻게?',
      ['비밀번호는 어떻게 재설정하나요?', '환불은 어떻게?'],
    ],
    [
      'How do I create a webhook?\n\nHow do I delete a webhook?\n\nHow do I test a webhook locally?',
      ['How do I create a webhook?', 'How do I delete a webhook?', 'How do I test a webhook locally?'],
    ],
    [
      'How do I cancel my order? How do I change my order?',
      ['How do I cancel my order?', 'How do I change my order?'],
    ],
    [
      '1. How do I invite users?\n2. How do I remove users?\n3. How do I remove all users?',
      ['How do I invite users?', 'How do I remove users?'],
    ],
    [
      'How do I add a custom domain to a site?\n\nHow do I remove a custom domain from a site?',
      ['How do I add a custom domain to a site?', 'How do I remove a custom domain from a site?'],
    ],
    ['That worked. But now the PDF has no images. Why?', ['But now the PDF has no images.']],
    ['That worked. Now the PDF has no images. Why?', ['Now the PDF has no images.']],
    ['That worked.', ['That worked.']],
    ['not working why?', ['not working why?']],
    ['Can you help?', []],
    ['Who can help me?', ['Who can help me?']],
    ['what can you do', ['What can you do']],
    ['where do you work', ['Where do you work']],
    ['What is this?', []],
    ['My name is Ann Smith and how can I cancel my order?', ['How can I cancel my order?']],
    ['Hi, my name is Jo, can I change my plan today?', ['Can I change my plan today?']],
    ['Me llamo Ana y ¿cómo cancelo mi pedido?', ['¿Cómo cancelo mi pedido?']],
  ])('finds an issue for each question: %s', (body, expected) => expect(titles(body)).toEqual(expected));

  test('does not split a sentence at a password', () => {
    expect(titles('Mein Passwort: Geheim123! funktioniert nicht, warum?')).toEqual([
      'Mein Passwort: [secret] funktioniert nicht, warum?',
    ]);
  });

  test.each([
    [
      'https://app.example.com/reset?token=abc does not open, why?',
      ['https://app.example.com/reset?token=[secret] does not open, why?'],
    ],
    [
      'Why can I not open https://a.test/b?c=1. Also, how do I export invoices from www.d.test/e?',
      ['Why can I not open https://a.test/b?c=1.', 'How do I export invoices from www.d.test/e?'],
    ],
    [
      'How do I cancel the appointment with Dr. Smith and Prof. Lee?',
      ['How do I cancel the appointment with Dr. [name] and Prof. [name]?'],
    ],
    [
      'Our build fails with `npm ERR! Code 1. Why?` since Monday.',
      ['Our build fails with `npm ERR! Code 1. Why?` since Monday.'],
    ],
    [
      'Since v. 2.3 of the SDK, e.g. React Native on iOS, the export fails.',
      ['Since v. 2.3 of the SDK, e.g. React Native on iOS, the export fails.'],
    ],
    ['Why does the .NET client of J. R. Smith fail?', ['Why does the .NET client of J. R. Smith fail?']],
    [
      'Am 3. März ist z. B. Die Zahlung fehlgeschlagen?',
      ['Am 3. März ist z. B. Die Zahlung fehlgeschlagen?'],
    ],
    ['We pay for plan B. Can we change to plan C?', ['Can we change to plan C?']],
    [
      'Does the export keep images? No. Where are the invoices of June?',
      ['Does the export keep images?', 'Where are the invoices of June?'],
    ],
    ['您好，我想问一下怎么导出报表？', ['我想问一下怎么导出报表？']],
  ])('splits between sentences only: %s', (body, expected) => expect(titles(body)).toEqual(expected));

  test.each([
    [undefined, 'Our webhooks get a 500. How many times are they retried?', undefined],
    ['Webhooks', 'How many times are they retried?', 'Webhooks. How many times are they retried?'],
    [undefined, 'I lost my card. Is it possible to pay by invoice?', 'Is it possible to pay by invoice?'],
    [
      undefined,
      `${'We have a very long story to tell here, '.repeat(3)}about webhooks. How many times are they retried?`,
      'How many times are they retried?',
    ],
    ['Problem', 'xoxb-not-a-real-token-at-all not working why?', '[secret] not working why?'],
  ])('includes in the title what a question refers to: %s %s', (subject, body, title = body) =>
    expect(extractIssues({ subject, messages: [user(body)] }).map((issue) => issue.title)).toEqual([title]),
  );

  test('includes in a later question what it refers to', () => {
    const whole = 'How do I export a PDF? Does it keep the images in colour?';
    expect(
      extractIssues({ messages: [user('How do I export a PDF?\n\nDoes it keep the images in colour?')] })[1],
    ).toEqual({
      title: whole,
      summary: whole,
    });
  });

  const ANSWER = 'Still broken after the restart. Does the new version fix the sync issue?';
  test.each([
    `On Mon, Nov 2, 2026 at 3:00 PM Support wrote:\n> please try again\n\n${ANSWER}`,
    `On Mon, Nov 2, 2026 at 3:00 PM Support <help@example.com>\r\nwrote:\r\n\r\n> please try again\r\n\r\n${ANSWER}`,
    `Am 2. November 2026 um 15:00 schrieb Support:\n> Hilft das?\n${ANSWER}\n> Oder das?`,
    `${ANSWER}\n\nOn Mon, Nov 2, 2026 at 3:00 PM Support wrote:\n\nDear Jo, can you export the file again?`,
    `${ANSWER}\n\nLe lun. 2 nov. 2026 à 15:00, Support a écrit :\nPouvez-vous exporter le fichier ?`,
    `${ANSWER}\n\nFrom: Support\nSent: Monday\n\nCan you export the file again?`,
  ])('reads the text above or below a quote: %s', (body) =>
    expect(extractIssues({ subject: 'Re: Ticket 5', messages: [user(body)] })).toEqual([
      { title: 'Still broken after the restart.', summary: `Ticket 5. ${ANSWER}` },
    ]),
  );

  const PRINT = 'Can I print all pages to one PDF?';
  const EXPORT = 'Mein Export schlägt fehl.';
  test.each([
    ['Question', `${PRINT} Ann.`, PRINT],
    ['Question', `Hi,\n${PRINT}\nThanks in advance!\nAnn Smith`, PRINT],
    [undefined, `Dear Sir or Madam, ${PRINT} Best regards, John Smith, Acme Ltd.`, PRINT],
    [undefined, `Hello John, my name is Jo. I have a question. ${PRINT}`, PRINT],
    [undefined, `Hallo Frau Müller,\nich habe zwei Fragen. ${EXPORT} Viele Grüße. Anna.`, EXPORT],
    [undefined, `Hallo,\n${EXPORT}\n\nMit freundlichen Grüßen\nAnna Müller\nTel. 0171 2345678`, EXPORT],
    [undefined, 'Hola, buenos días: no puedo entrar. ¡Gracias! Un saludo, María', 'No puedo entrar.'],
    [undefined, 'Bonjour,\nJe ne peux pas entrer.\nMerci d’avance,\nJean Dupont', 'Je ne peux pas entrer.'],
    [
      undefined,
      'お世話になっております。山田です。荷物が届きません。よろしくお願いいたします。',
      '荷物が届きません。',
    ],
    ['Printing', `${PRINT},`, `Printing. ${PRINT}`],
    [
      undefined,
      'Thanks for your help, but it still fails to export.',
      'Thanks for your help, but it still fails to export.',
    ],
  ])('omits greetings and signatures, and adds no punctuation: %s %s', (subject, body, summary) => {
    expect(extractIssues({ subject, messages: [user(body)] }).map((issue) => issue.summary)).toEqual([
      summary,
    ]);
  });

  test('ignores repeated questions and thanks', () => {
    expect(
      titles('How do I reset my password?', 'So how can I reset the password?', 'Thanks, that worked!'),
    ).toHaveLength(1);
    expect(titles('Thanks!')).toEqual([]);
  });

  test('ignores quotes, code, signatures and messages of others', () => {
    const body =
      'The build fails on deploy.\n> On Monday you asked about fonts?\n```\nwhy is this?\n```\n--\nJo, Acme?';
    const talk = { messages: [{ role: 'assistant', body: 'Did you try to restart?' } as const, user(body)] };
    const [issue, ...others] = extractIssues(talk);
    expect(others).toEqual([]);
    expect(issue).toEqual({ title: 'The build fails on deploy.', summary: 'The build fails on deploy.' });
  });

  test('uses the subject if there are no messages', () => {
    expect(extractIssues({ subject: 'Re: Invoice is wrong', messages: [] })).toEqual([
      { title: 'Invoice is wrong', summary: 'Invoice is wrong' },
    ]);
    expect(extractIssues({ messages: [] })).toEqual([]);
  });

  test('handles a message with only a greeting', () => {
    expect(titles('Hi '.repeat(6600))).toEqual([]);
    expect(titles(`${'Hello, '.repeat(2500)}my export fails.`)).toEqual(['My export fails.']);
  });

  test('is deterministic and limits the length of titles and summaries', () => {
    const talks = fc.record({
      subject: fc.option(fc.string({ unit: 'binary', maxLength: 200 }), { nil: undefined }),
      messages: fc.array(fc.string({ unit: 'binary', maxLength: 500 }).map(user), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(talks, (talk) => {
        const found = extractIssues(talk);
        expect(extractIssues(talk)).toEqual(found);
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
