import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { readEvents } from '../../testing/event-stream.ts';
import type { Person } from '../../testing/person.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { insertPage } from '../../testing/showcase.ts';

interface Told {
  readonly answer?: { readonly document?: object; readonly markdown?: string };
  readonly followupQuestions: string[];
  readonly sources: { readonly page: string; readonly space: string; readonly sections: string[] }[];
}

describe('questions to an organization', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const written = async (...changes: object[]): Promise<string> => {
    const space = await createLiveSpace(org);
    const { status } = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect(status).toBe(200);
    return space;
  };
  const ask = async (query: string, by: Person = org.read, format = 'markdown'): Promise<Told> => {
    const { body } = await by.call('POST', `/orgs/${org.id}/ask?format=${format}`, { query });
    return body.answer;
  };
  const streamed = (query: string, by: Person = org.read) =>
    readEvents<{ type: string; answer: Told }>(
      `${server.url}/v1/orgs/${org.id}/ask/stream?query=${encodeURIComponent(query)}&format=markdown`,
      by.token,
    );

  test('are answered with the passages about them, each with its source', async () => {
    const space = await written(
      insertPage('Installing', 'Read this first.\n\n## On a server\n\nRun `npm start` as the user lectern.'),
      insertPage('Billing', 'Invoices are sent on the first of the month.'),
    );
    const { body } = await org.read.call('GET', `/spaces/${space}/content/pages`);
    const [installing] = body.pages;
    const told = await ask('How do I install it on a server?');
    expect(told.answer!.markdown).toContain('Run npm start as the user lectern.');
    expect(told.answer!.markdown).toContain('Installing › On a server');
    expect(told.answer!.markdown).not.toContain('Invoices');
    expect(told.sources[0]).toMatchObject({
      type: 'page',
      page: installing.id,
      space,
      sections: ['on-a-server'],
      revision: (await org.read.call('GET', `/spaces/${space}`)).body.revision,
    });
    const document = (await ask('When are invoices sent?', org.read, 'document')).answer!.document;
    expect(JSON.stringify(document)).toContain('first of the month');
  });

  test('are streamed to programs that name no type', async () => {
    await written(insertPage('Billing', 'Invoices are sent on the first of the month.'));
    const { status, headers, events } = await streamed('When are invoices sent?');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(events.map(({ type }) => type)).toEqual(['answer']);
    expect(events[0]!.answer).toEqual(await ask('When are invoices sent?'));
  });

  test('show a table as a table', async () => {
    await written(
      insertPage(
        'Plans',
        '## What do plans cost?\n\n| Plan | Price |\n| --- | --- |\n| Free | 0 |\n| Team | 12 |',
      ),
    );
    const question = 'What do plans cost?';
    expect((await ask(question)).answer!.markdown).toContain(
      '| Plan | Price |\n| --- | --- |\n| Free | 0 |\n| Team | 12 |',
    );
    const { nodes } = (await ask(question, org.read, 'document')).answer!.document as {
      nodes: { type: string }[];
    };
    expect(nodes.map(({ type }) => type)).toEqual(['heading-1', 'table']);
  });

  test('have no answer when no page is near enough', async () => {
    await written(insertPage('Billing', 'Invoices are sent on the first of the month.'));
    for (const question of ['Does it run on a submarine?', 'how do I', '???']) {
      expect(await ask(question)).toEqual({ followupQuestions: [], sources: [] });
      expect((await streamed(question)).events).toEqual([
        { type: 'answer', answer: { followupQuestions: [], sources: [] } },
      ]);
    }
  });

  test('find misspelt names, and other forms of words', async () => {
    await written(insertPage('Webhooks', 'A webhook is delivered again when the receiver was down.'));
    expect((await ask('How are webhoks delivered?')).sources).toHaveLength(1);
    expect((await ask('webhook delivery receivers')).sources).toHaveLength(1);
  });

  test('are never answered from spaces without access, hidden pages, or pages hidden from search', async () => {
    const secret = await written(insertPage('Codes', 'The code of the vault is walrus.'));
    await written(
      insertPage('Hidden', 'The code of the garage is walrus.', { hidden: true }),
      insertPage('Not searched', 'The code of the garden is walrus.', { noIndex: true }),
    );
    await org.admin.call('PATCH', `/spaces/${secret}`, { defaultLevel: null });
    const question = 'What is the code of the vault?';
    expect((await ask(question, org.admin)).sources.map(({ space }) => space)).toEqual([secret]);
    for (const by of [org.read, org.guest]) {
      expect(await ask(question, by)).toEqual({ followupQuestions: [], sources: [] });
      expect((await streamed(question, by)).events[0]!.answer.sources).toEqual([]);
    }
    await org.admin.call('PATCH', `/spaces/${secret}/permissions/users/${org.guest.id}`, { role: 'read' });
    expect((await ask(question, org.guest)).sources).toHaveLength(1);
  });

  test('are answered from what pages say now', async () => {
    const space = await written(insertPage('Limits', 'The limit of files is ten.'));
    const { body } = await org.read.call('GET', `/spaces/${space}/content/pages`);
    const change = { page: body.pages[0].id, document: { markdown: 'The limit of files is twenty.' } };
    await ask('What is the limit of files?');
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'update_page', ...change }],
    });
    const told = await ask('What is the limit of files?');
    expect(told.answer!.markdown).toContain('twenty');
    expect(told.answer!.markdown).not.toContain('ten.');
  });

  test('are recommended from headings that are questions, and from titles', async () => {
    const secret = await written(insertPage('Vault', '## Who knows the code?\n\nNobody.'));
    await written(insertPage('Billing', '## When are invoices sent?\n\nMonthly.'));
    await org.admin.call('PATCH', `/spaces/${secret}`, { defaultLevel: null });
    const path = `/orgs/${org.id}/ask/questions`;
    const { body } = await org.read.call('GET', path);
    expect(body).toEqual({ questions: ['When are invoices sent?', 'Billing'] });
    const { events } = await readEvents(`${server.url}/v1${path}/stream`, org.read.token);
    expect(events).toEqual([{ question: 'When are invoices sent?' }, { question: 'Billing' }]);
    expect((await org.admin.call('GET', path)).body.questions).toContain('Who knows the code?');
  });

  test.each([
    ['POST', 'ask', {}, 'body.query'],
    ['POST', 'ask', { query: '' }, 'body.query'],
    ['POST', 'ask', { query: 'x'.repeat(513) }, 'body.query'],
    ['POST', 'ask?format=pdf', { query: 'x' }, 'query.format'],
    ['GET', 'ask/stream', undefined, 'query.query'],
  ])('%s %s rejects %o', async (method, path, body, field) => {
    const refused = await org.read.call(method, `/orgs/${org.id}/${path}`, body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
  });
});
