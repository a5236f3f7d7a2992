import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

describe('the PDF of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { roles: ['api', 'worker'] },
  );

  const published = async () => {
    const space = await createSpaceWith(org, [
      insertPage('Apples', 'Red. See [the pears](./pears).', { ref: 'apples' }),
      insertPage('Cider', 'Made of apples.', { into: 'apples' }),
      insertPage('Pears', 'They keep.\n\n{% if visitor.claims.isStaff %}\nNot for everybody.\n{% endif %}', {
        ref: 'pears',
      }),
      insertPage('Cellar', 'For the staff.', { condition: 'visitor.claims.isStaff' }),
    ]);
    const site = await publishSpaces(org, [space]);
    const { host, pathname } = new URL(site.url);
    const { pages } = await callOrThrow(org, 'GET', `/spaces/${space}/content/pages`);
    const idOf = (title: string) => pages.find((page: { title: string }) => page.title === title).id;
    const ask = (query: string) => requestFromHost(server, host, `${pathname}/~gitbook/pdf${query}`);
    const read = async (query: string) => {
      const { status, headers } = await ask(query);
      expect(status).toBe(307);
      const response = await fetch(String(headers.location));
      expect(response.status).toBe(200);
      return readPdf(new Uint8Array(await response.arrayBuffer()));
    };
    return { site, space, idOf, ask, read };
  };

  test('contains all pages that the visitor sees, and no internal id', async () => {
    const { space, read } = await published();
    const { title, texts } = await read('');
    expect(title).toBe('Orchard');
    const all = texts.join(' ');
    expect(all).toMatch(/Red\..*Made of apples\..*They keep\./);
    expect(all).not.toMatch(/staff|Not for everybody/);
    const { revision } = await callOrThrow(org, 'GET', `/spaces/${space}`);
    expect(texts[0]).toMatch(/Version: \w+ \d+, \d{4}/);
    expect(all).not.toContain(revision);
  });

  test('is of one page and its subpages, or of this page alone', async () => {
    const { site, idOf, read } = await published();
    const page = idOf('Apples');
    expect((await read(`?page=${page}`)).texts.join(' ')).toMatch(/Red\..*Made of apples\./);
    const alone = await read(`?page=${page}&only=yes&limit=100`);
    expect(alone.texts.join(' ')).not.toContain('Made of apples');
    // Links to other pages lead to the site.
    expect(alone.links).toContainEqual({ url: `${site.url}/pears` });
  });

  test('is linked from every page, unless it is switched off', async () => {
    const { site, idOf, ask } = await published();
    const { host, pathname } = new URL(site.url);
    const html = async () => (await requestFromHost(server, host, `${pathname}/pears`)).text;
    expect(await html()).toContain(`${pathname}/~gitbook/pdf?page=${idOf('Pears')}&amp;only=yes`);
    expect(await html()).toContain(`href="${pathname}/~gitbook/pdf"`);
    expect((await ask(`?page=${idOf('Cellar')}`)).status).toBe(404);
    expect((await ask('?page=nothing')).status).toBe(404);
    const at = `/orgs/${org.id}/sites/${site.id}/customization`;
    const settings = await callOrThrow(org, 'GET', at);
    await callOrThrow(org, 'PUT', at, {
      ...settings,
      pdf: { enabled: false },
      pageActions: { ...settings.pageActions, items: undefined },
    });
    expect((await ask('')).status).toBe(404);
    expect(await html()).not.toContain('~gitbook/pdf');
  });
});
