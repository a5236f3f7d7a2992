import { expect, vi } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { startServer } from '../../packages/server/src/testing/server.ts';
import { requestFromHost } from '../../packages/server/src/testing/sites.ts';
import { startTranslationEngine } from '../../packages/server/src/testing/translation-engine.ts';
import { createClients, errorOf, type Scene, TranslationLanguage } from '../client.ts';

/** A space is translated, published with its source, and read in both languages. */
export const aSpaceIsTranslatedAndPublished = async (_: Scene) => {
  const engine = await startTranslationEngine();
  // The server of the other stories has no translation engine and runs no background jobs.
  const server = await startServer({ roles: ['api', 'worker'], config: engine.config });
  try {
    await read({ server, clients: createClients(server) });
  } finally {
    await server.close();
    await engine.close();
  }
};

const read = async ({ server, clients }: Scene) => {
  const org = await server.organization('Polyglots');
  const { orgs } = clients.as(org.admin);
  const source = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${source}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Your space is ready.' } },
      { operation: 'insert_page', title: 'Fruit', document: { markdown: '`ls` shows **mangoes**.' } },
    ],
  });
  await orgs.updateGlossaryEntries(org.id, {
    operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }],
  });
  const { data: glossary } = await orgs.listGlossaryEntries(org.id);
  const { data: entry } = await orgs.getGlossaryEntry(org.id, glossary.items[0]!.id);
  expect(entry.translations).toEqual({ en: 'space', de: 'Bereich' });

  const body = {
    source: { space: source, language: TranslationLanguage.En },
    language: TranslationLanguage.De,
  };
  const { data: created } = await orgs.createTranslation(org.id, body);
  expect((await errorOf(orgs.createTranslation(org.id, body))).code).toBe(409);
  const completed = (runs: number) =>
    vi.waitFor(
      async () => {
        const { data } = await orgs.getTranslation(org.id, created.id);
        expect([data.status, data.stats.runs]).toEqual(['completed', runs]);
        return data;
      },
      { timeout: 240_000, interval: 50 },
    );
  const { result } = await completed(1);
  await orgs.runTranslation(org.id, created.id);
  expect((await completed(2)).stats.latestWords).toBe(0);

  const { data: site } = await orgs.createSite(org.id, { title: 'Fruit', spaces: [source, result!.space] });
  await orgs.publishSite(org.id, site.id);
  const { data: published } = await orgs.getSiteById(org.id, site.id);
  const ask = (address: string) => {
    const { host, pathname } = new URL(address);
    return requestFromHost(server, host, pathname);
  };
  const english = await ask(`${published.urls.published!.replace(/\/$/, '')}/fruit`);
  expect(english.text).toContain('mangoes');
  // The language switcher links to the same page.
  const [, there] = /hreflang="de"[^>]*href="([^"]*)"|href="([^"]*)"[^>]*hreflang="de"/.exec(english.text)!;
  const german = await ask(new URL(there!, published.urls.published!).href);
  expect(german.text).toContain('lang="de"');
  expect(german.text).toContain('MANGOES');
  expect(german.text).toContain('<code>ls</code>');

  await orgs.updateTranslation(org.id, created.id, { instructions: created.instructions });
  const { data: all } = await orgs.listTranslations(org.id);
  expect(all.items.map(({ id }) => id)).toEqual([created.id]);
  await orgs.deleteTranslation(org.id, created.id);
  expect((await errorOf(orgs.getTranslation(org.id, created.id))).code).toBe(404);
};
