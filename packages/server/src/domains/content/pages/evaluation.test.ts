import { parseMarkdown } from '@lectern/document';
import { describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent } from '../../../testing/edit-content.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import type { ContentService, RevisionSnapshot } from './content.service.ts';
import { createEvaluationService } from './evaluation.service.ts';

describe('evaluated bodies', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let page: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const fill = async (markdown: string, reusables: Record<string, string> = {}) => {
    space = await createLiveSpace(org);
    page = server.app.kernel.newId();
    await editContent(server, space, async (draft) => {
      draft.setVariable('product', 'Lectern');
      for (const [id, text] of Object.entries(reusables))
        draft.putReusable(id, { title: id, body: draft.putBody(text) });
      const body = draft.putBody(markdown);
      await draft.insertPage(
        page,
        'document',
        { title: 'Guide', body, variables: { plan: 'free' } },
        { parent: null },
      );
    });
  };
  const markdown = async (query: string) =>
    (await org.read.call('GET', `/spaces/${space}/content/page/${page}?format=markdown${query}`)).body
      .markdown;
  const nodes = async (query: string) =>
    (await org.read.call('GET', `/spaces/${space}/content/path/guide?format=document${query}`)).body.document
      .nodes as { type: string; key: string }[];
  const expression = (source: string) => `<code class="expression">${source}</code>`;

  test('contain the values of expressions with variables of space and page, on request only', async () => {
    const source = `${expression('space.vars.product')} is ${expression('page.vars.plan')} for ${expression('visitor.claims.name')}.\n`;
    await fill(source);
    expect(await markdown('')).toBe(source);
    expect(await markdown('&evaluated=false')).toBe(source);
    expect((await markdown('&evaluated=true')).trim()).toBe('Lectern is free for .');
    expect((await markdown('&evaluated=deterministic-only')).trim()).toBe(
      `Lectern is free for ${expression('visitor.claims.name')}.`,
    );
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
    const at = `/spaces/${space}/revisions/${revision}/page/${page}`;
    const { body } = await org.read.call('GET', `${at}/document?evaluated=true`);
    expect(JSON.stringify(body)).not.toContain('"expression"');
    const inRevision = await org.read.call('GET', `${at}?format=document&evaluated=true`);
    expect(inRevision.body.document).toEqual(body);
    expect((await org.read.call('GET', `${at}/document?evaluated=perhaps`)).status).toBe(400);
  });

  test('contain the content of conditions that are met', async () => {
    await fill(
      '{% if page.vars.plan == "free" %}\nYes\n{% endif %}\n\n{% if page.vars.plan == "paid" %}\nNo\n{% endif %}\n',
    );
    expect((await markdown('&evaluated=true')).trim()).toBe('Yes');
  });

  test('contain all conditions for authors, with the values of expressions, also in included content', async () => {
    const condition = (inner: string) => `{% if page.vars.plan == "paid" %}\n${inner}\n{% endif %}`;
    const reusable = `${expression('space.vars.product')} for ${expression('visitor.claims.name')}\n`;
    await fill(condition('{% include "/reusable-contents/r" %}'), { r: reusable });
    expect((await markdown('&evaluated=expressions-only&dereferenced=reusable-contents')).trim()).toBe(
      condition(`Lectern for ${expression('visitor.claims.name')}`),
    );
  });

  test('contain included content, at any depth, with unique keys', async () => {
    await fill(
      '{% include "/reusable-contents/outer" %}\n\nBetween\n\n{% include "/reusable-contents/outer" %}\n',
      { outer: 'Outer\n\n{% include "/reusable-contents/inner" %}\n', inner: 'Inner\n' },
    );
    expect((await nodes('')).map(({ type }) => type)).toEqual([
      'reusable-content',
      'paragraph',
      'reusable-content',
    ]);
    const whole = await nodes('&dereferenced=reusable-contents');
    expect(whole.map(({ type }) => type)).toEqual(Array(5).fill('paragraph'));
    expect(new Set(whole.map(({ key }) => key)).size).toBe(5);
    expect((await markdown('&dereferenced=reusable-contents')).trim()).toBe(
      'Outer\n\nInner\n\nBetween\n\nOuter\n\nInner',
    );
  });

  test('keep includes that are cyclic, unknown or of another space', async () => {
    await fill(
      '{% include "/reusable-contents/loop" %}\n\n{% include "/reusable-contents/unknown" %}\n\n{% include "/spaces/elsewhere/reusable-contents/loop" %}\n',
      { loop: 'Once\n\n{% include "/reusable-contents/loop" %}\n' },
    );
    expect((await nodes('&dereferenced=reusable-contents')).map(({ type }) => type)).toEqual([
      'paragraph',
      'reusable-content',
      'reusable-content',
      'reusable-content',
    ]);
  });

  test('are limited if contents include each other many times', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => [
      `l${level}`,
      `Level ${level} ${'x'.repeat(1000)}\n\n${`{% include "/reusable-contents/l${level + 1}" %}\n\n`.repeat(20)}`,
    ]);
    await fill('{% include "/reusable-contents/l0" %}\n', Object.fromEntries(levels));
    const text = await markdown('&dereferenced=reusable-contents');
    expect(text).toContain('Level 7');
    expect(text).not.toContain('Level 8');
    expect(text.length).toBeLessThan(4 * 1024 * 1024);
    expect(text).toContain('{% include ');
  });

  test('of reusable contents are evaluated too', async () => {
    await fill('Hello\n', { note: `Made by ${expression('space.vars.product')}\n` });
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
    const at = `/spaces/${space}/revisions/${revision}/reusable-contents/note/document`;
    const { body } = await org.read.call('GET', `${at}?evaluated=true`);
    expect(JSON.stringify(body)).toContain('Lectern');
    expect(JSON.stringify((await org.read.call('GET', at)).body)).not.toContain('Lectern');
  });

  test('are sent as the stored text if nothing is to be evaluated', async () => {
    await fill('Hello\n');
    const path = `/spaces/${space}/content/page/${page}?format=document`;
    await org.read.call('GET', path);
    // Spaces that no printer makes: they are lost once the text is parsed.
    const stored = '{"object":"document",   "data":{},"nodes":[]}';
    await server.app.kernel.db
      .updateTable('documents')
      .set({ document: stored })
      .where('organization_id', '=', org.id)
      .execute();
    const cold = await startServer({ connectionString: server.connectionString });
    const textOf = async (query: string) => {
      const headers = { authorization: `Bearer ${org.read.token}` };
      return (await fetch(`${cold.url}/v1${path}${query}`, { headers })).text();
    };
    expect(await textOf('')).toContain(stored);
    expect(await textOf('&evaluated=false')).toContain(stored);
    expect(await textOf('&evaluated=true')).toContain(stored);
    await cold.close();
  });
});

describe('the text of evaluated bodies', () => {
  const from = {
    space: { organization_id: 'org', id: 'space' },
    revision: { root: 'root' },
  } as unknown as RevisionSnapshot;
  /** A service over one body, which counts what is read. */
  const serviceOf = (markdown: string) => {
    const parsedDocument = vi.fn(async () => parseMarkdown(markdown));
    const content = {
      parsedDocument,
      variables: async () => ({ product: 'Lectern' }),
      markdown: async () => 'as stored',
      document: async () => '"as stored"',
    };
    return { parsedDocument, evaluation: createEvaluationService(content as unknown as ContentService) };
  };
  const options = { evaluated: 'true', dereferenced: 'reusable-contents' } as const;

  test('is the stored one, without printing it, if there is nothing to evaluate', async () => {
    const { evaluation } = serviceOf('* Words\n');
    expect(await evaluation.markdownText(from, { body: 'a' }, options)).toBe('as stored');
    expect(await evaluation.documentJson(from, { body: 'a' }, options)).toBe('"as stored"');
    expect(await evaluation.markdownForVisitor(from, { body: 'a' }, {})).toBe('as stored');
  });

  test('is made once for a revision', async () => {
    const { evaluation, parsedDocument } = serviceOf('<code class="expression">space.vars.product</code>\n');
    const read = (root: string, plan: string) =>
      evaluation.markdownText(
        { ...from, revision: { ...from.revision, root } },
        { body: 'a', variables: { plan } },
        options,
      );
    const texts = await Promise.all([read('a', 'free'), read('a', 'free'), read('a', 'free')]);
    expect(texts.map((text) => text.trim())).toEqual(['Lectern', 'Lectern', 'Lectern']);
    await read('a', 'free');
    expect(parsedDocument).toHaveBeenCalledTimes(1);
    await read('b', 'free');
    await read('a', 'paid');
    expect(parsedDocument).toHaveBeenCalledTimes(3);
  });
});
