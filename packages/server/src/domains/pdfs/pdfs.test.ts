import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { PIXEL } from '../../testing/edit-content.ts';
import { fileForm } from '../../testing/file-form.ts';
import { hasImages, readPdf } from '../../testing/pdf.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage } from '../../testing/showcase.ts';

const MINUTE = 60_000;

describe('a space as PDF', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { roles: ['api', 'worker'], clock },
  );

  const urlOf = async (path: string): Promise<string> => (await callOrThrow(org, 'GET', path)).url;
  const fetched = async (url: string) => {
    const response = await fetch(url);
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };
  const pdfAt = async (path: string) => readPdf((await fetched(await urlOf(path))).bytes);
  const idsOf = async (space: string): Promise<Record<string, string>> => {
    const { pages } = await callOrThrow(org, 'GET', `/spaces/${space}/content/pages`);
    const all = (list: { id: string; title: string; pages?: [] }[]): [string, string][] =>
      list.flatMap((page) => [[page.title, page.id] as [string, string], ...all(page.pages ?? [])]);
    return Object.fromEntries(all(pages));
  };

  test('uses the titles of the navigation in its contents and footers', async () => {
    const space = await createSpaceWith(org, [
      { ...insertPage('A guide for the perplexed', 'Read it.'), linkTitle: 'Guide' },
      insertPage('Pears', 'They keep.'),
    ]);
    const { texts, outline } = await pdfAt(`/spaces/${space}/pdf`);
    expect(texts[1]).toMatch(/Contents Guide .*3 Pears .*4/);
    expect(texts[1]).not.toContain('perplexed');
    expect(texts[2]).toMatch(/A guide for the perplexed.*Guide 3$/);
    expect(outline).toContain('A guide for the perplexed');
  });

  test('contains the links of the navigation, below their group or page, and after the contents', async () => {
    const link = (title: string, url: string, more: object = {}) => ({
      operation: 'insert_page',
      type: 'link',
      title,
      target: { kind: 'url', url },
      ...more,
    });
    const space = await createSpaceWith(org, [
      { operation: 'insert_page', type: 'group', title: 'Elsewhere', ref: 'group' },
      link('Status', 'https://status.test/', { into: 'group' }),
      insertPage('Apples', 'Red.', { ref: 'apples' }),
      link('Prices', 'https://prices.test/', { into: 'apples' }),
      link('Shop', 'https://shop.test/'),
    ]);
    const { texts, links } = await pdfAt(`/spaces/${space}/pdf`);
    expect(texts[1]).toContain('Shop');
    expect(texts[2]).toMatch(/Elsewhere.*Status/);
    expect(texts[3]).toMatch(/Apples Red\..*Prices/);
    for (const url of ['https://status.test/', 'https://prices.test/', 'https://shop.test/'])
      expect(links).toContainEqual({ url });
  });

  test('has a cover, contents with page numbers, an outline, links between pages, and the text', async () => {
    const space = await createSpaceWith(org, [
      insertPage(
        'Apples',
        '# Hello\n\nSee [the pears](./pears) and [elsewhere](https://example.com/x).\n\n## Varieties\n\nMany.',
      ),
      insertPage(
        'Pears',
        '{% hint style="info" %}\nThey keep *well*.\n{% endhint %}\n\n```js\nconst pear = 1;\n```',
      ),
    ]);
    const url = await urlOf(`/spaces/${space}/pdf`);
    const { status, headers, bytes } = await fetched(url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain('docs.pdf');
    const pdf = await readPdf(bytes);
    expect(pdf.sheets).toBe(4);
    expect(pdf.title).toBe('Docs');
    expect(pdf.texts[0]).toContain('Test organization');
    expect(pdf.texts[0]).toContain('Version');
    expect(pdf.texts[1]).toMatch(/Contents.*Apples.*3.*Pears.*4/);
    expect(pdf.texts[2]).toContain('Varieties');
    expect(pdf.texts[3]).toContain('const pear = 1;');
    expect(pdf.outline).toEqual(expect.arrayContaining(['Apples', 'Pears']));
    const ids = await idsOf(space);
    expect(pdf.links).toContainEqual({ to: `p ${ids.Pears}` });
    expect(pdf.links).toContainEqual({ url: 'https://example.com/x' });
  });

  test('has the uploaded logo on its cover, also after the public URL of the server has changed', async () => {
    const space = await createSpaceWith(org, [insertPage('Apples', 'Red.')]);
    const hasLogo = async () => hasImages((await fetched(await urlOf(`/spaces/${space}/pdf`))).bytes);
    expect(await hasLogo()).toBe(false);
    const { url } = await callOrThrow(org, 'POST', `/orgs/${org.id}/logos`, fileForm(PIXEL));
    for (const logo of [url, url.replace(server.url, 'https://old.example.com/docs')]) {
      await callOrThrow(org, 'PATCH', `/orgs/${org.id}`, { logo });
      expect(await hasLogo(), logo).toBe(true);
    }
    await callOrThrow(org, 'PATCH', `/orgs/${org.id}`, { logo: null });
  });

  test('contains one page, with or without those below it, and no hidden pages', async () => {
    const space = await createSpaceWith(org, [
      insertPage('Fruit', 'All of it.'),
      insertPage('Secret', 'Nobody knows.', { hidden: true }),
    ]);
    const { Fruit: parent, Secret: secret } = await idsOf(space);
    await callOrThrow(org, 'POST', `/spaces/${space}/content`, {
      changes: [insertPage('Plums', 'Blue.', { into: parent })],
    });
    const only = await pdfAt(`/spaces/${space}/pdf?page=${parent}&only=true`);
    expect(only.sheets).toBe(1);
    expect(only.title).toBe('Fruit');
    expect(only.letters).not.toContain('Blue.');
    const below = await pdfAt(`/spaces/${space}/pdf?page=${parent}`);
    expect(below.letters).toContain('Blue.');
    expect(below.outline).toContain('  Plums');
    const all = await pdfAt(`/spaces/${space}/pdf`);
    expect(all.letters).not.toContain('Nobodyknows.');
    expect((await pdfAt(`/spaces/${space}/pdf?page=${secret}&only=true`)).letters).toContain('Nobodyknows.');
  });

  test('returns 404 for an unknown page, and 400 for invalid parameters', async () => {
    const space = await createLiveSpace(org);
    expect((await org.admin.call('GET', `/spaces/${space}/pdf?page=nowhere`)).status).toBe(404);
    expect((await org.admin.call('GET', `/spaces/${space}/pdf?only=perhaps`)).status).toBe(400);
    expect((await org.admin.call('GET', `/spaces/${space}/pdf?page=`)).status).toBe(400);
  });

  test('of a space without pages is a cover', async () => {
    const space = await createLiveSpace(org);
    expect((await pdfAt(`/spaces/${space}/pdf`)).texts[0]).toContain('Docs');
  });

  test('is rendered once for all requests, and again for another revision', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'First words.')]);
    const rows = () =>
      server.app.kernel.db.selectFrom('pdfs').selectAll().where('space_id', '=', space).execute();
    const urls = await Promise.all([1, 2, 3].map(() => urlOf(`/spaces/${space}/pdf`)));
    const etags = await Promise.all(urls.map(async (url) => (await fetched(url)).headers.get('etag')));
    expect(new Set(etags).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    await callOrThrow(org, 'POST', `/spaces/${space}/content`, {
      changes: [insertPage('Two', 'Later words.')],
    });
    expect((await pdfAt(`/spaces/${space}/pdf`)).letters).toContain('Laterwords.');
    expect(await rows()).toHaveLength(2);
  });

  test('that is short does not wait for a long one', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `| **${at}** | \`x${at}\` |`);
    const table = ['| a | b |', '|---|---|', ...rows].join('\n');
    const parts = Array.from({ length: 20 }, (_, at) => insertPage(`Part ${at}`, 'Words.'));
    const long = await createSpaceWith(org, [...parts, insertPage('Table', table)]);
    const short = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    const [longUrl, shortUrl] = [await urlOf(`/spaces/${long}/pdf`), await urlOf(`/spaces/${short}/pdf`)];
    expect((await fetched(shortUrl)).status).toBe(200);
    const { state } = await server.app.kernel.db
      .selectFrom('pdfs')
      .select('state')
      .where('space_id', '=', long)
      .executeTakeFirstOrThrow();
    expect(state).toBe('waiting');
    expect((await fetched(longUrl)).status).toBe(200);
  });

  test('is downloaded for an hour, by its exact URL', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    const url = await urlOf(`/spaces/${space}/pdf`);
    expect((await fetched(url)).status).toBe(200);
    expect((await fetched(url.replace('docs.pdf', 'other.pdf'))).status).toBe(404);
    expect((await fetched(url.replace('/pdfs/', '/pdfs/x'))).status).toBe(404);
    clock.advance(61 * MINUTE);
    expect((await fetched(url)).status).toBe(404);
  });

  test('is not found without access to the space, and is deleted with it', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    expect((await org.guest.call('GET', `/spaces/${space}/pdf`)).status).toBe(404);
    expect((await org.read.call('GET', `/spaces/${space}/pdf`)).status).toBe(200);
    expect((await server.anonymous('GET', `/spaces/${space}/pdf`)).status).toBe(401);
  });

  test('of a change request contains its changes', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'As it is.')]);
    const request = await callOrThrow(org, 'POST', `/spaces/${space}/change-requests`, {
      subject: 'Better words',
    });
    const at = `/spaces/${space}/change-requests/${request.id}`;
    await callOrThrow(org, 'POST', `${at}/content`, { changes: [insertPage('New', 'As it could be.')] });
    const pdf = await pdfAt(`${at}/pdf`);
    expect(pdf.letters).toContain('Asitcouldbe.');
    expect(pdf.texts[0]).toContain('Better words');
    expect((await pdfAt(`/spaces/${space}/pdf`)).letters).not.toContain('Asitcouldbe.');
  });

  test('contains the values of expressions, reusable contents, and nothing hidden by a condition', async () => {
    const space = await createSpaceWith(org, [
      insertPage(
        'One',
        '<code class="expression">1 + 41</code> apples\n\n{% if 1 == 2 %}\nunseen words\n{% endif %}\n\n{% if 1 == 1 %}\nseen words\n{% endif %}',
      ),
    ]);
    const { letters } = await pdfAt(`/spaces/${space}/pdf`);
    expect(letters).toContain('42apples');
    expect(letters).toContain('seenwords');
    expect(letters).not.toContain('unseenwords');
  });

  test('that takes too long results in an error at its URL, and the server continues', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    const url = await urlOf(`/spaces/${space}/pdf`);
    expect((await fetched(url)).status).toBe(200);
    await server.app.kernel.db
      .updateTable('pdfs')
      .set({ state: 'failed', message: 'this content takes too much memory to render', hash: null })
      .where('space_id', '=', space)
      .execute();
    const failed = await fetched(url);
    expect(failed.status).toBe(422);
    expect(Buffer.from(failed.bytes).toString()).toContain('too much memory');
    clock.advance(6 * MINUTE);
    expect((await fetched(await urlOf(`/spaces/${space}/pdf`))).status).toBe(200);
  });

  test('is deleted when it is not used, and rendered again on request', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    await fetched(await urlOf(`/spaces/${space}/pdf`));
    clock.advance(26 * 60 * MINUTE);
    expect((await server.app.services.garbageCollection.collect(org.id)).blobs).toBe(1);
    expect((await fetched(await urlOf(`/spaces/${space}/pdf`))).status).toBe(200);
  });
});

describe('a PDF that exceeds the limits of short ones', () => {
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ org } = fresh);
    },
    // A quarter of it is not enough for anything.
    {
      roles: ['api', 'worker'],
      config: { pdf: { limits: { memoryBytes: 400 * 1024 ** 2, seconds: 120 }, fontsFolder: undefined } },
    },
  );

  test('is rendered with the long ones', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    const { url } = await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect((await readPdf(new Uint8Array(await response.arrayBuffer()))).letters).toContain('Words.');
  });
});

describe('PDFs without a worker', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );
  const waitingFor = async (space: string) => {
    const { rows } = await sql<{ data: Record<string, unknown> }>`
      select data from pgboss.job where name = 'pdfs.render-short' and data ->> 'space_id' = ${space}`.execute(
      server.app.kernel.db,
    );
    return rows.map(({ data }) => data);
  };

  test('are enqueued again after the timeout of a worker', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    expect(await waitingFor(space)).toHaveLength(1);
    await sql`delete from pgboss.job where data ->> 'space_id' = ${space}`.execute(server.app.kernel.db);
    clock.advance(50 * MINUTE);
    await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    expect(await waitingFor(space)).toHaveLength(0);
    clock.advance(20 * MINUTE);
    await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    expect(await waitingFor(space)).toHaveLength(1);
  });

  test('have a file name even with characters outside the BMP in the title', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    await callOrThrow(org, 'PATCH', `/spaces/${space}`, { title: `a${'𠀀'.repeat(40)}` });
    const { url } = await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    expect(decodeURIComponent(url)).toContain('𠀀.pdf');
  });

  test('are rejected if too many are queued', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    const { pages } = await callOrThrow(org, 'GET', `/spaces/${space}/content/pages`);
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) {
      await callOrThrow(org, 'PATCH', `/spaces/${space}`, { title: `Docs ${at}` });
      statuses.push((await org.admin.call('GET', `/spaces/${space}/pdf?page=${pages[0].id}`)).status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
    expect(statuses[20]).toBe(429);
  });

  test('are left to the next process when the server stops, however often', async () => {
    const space = await createSpaceWith(org, [insertPage('One', 'Words.')]);
    await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
    const [data] = await waitingFor(space);
    const { jobs } = server.app.domains.find(({ name }) => name === 'pdfs')!;
    const { run } = jobs!.find(({ name }) => name === 'pdfs.render-short')!;
    await server.app.kernel.pdfRenderer.close();
    await run(data!);
    await run(data!);
    expect(await waitingFor(space)).toEqual([data, data, data]);
  });
});
