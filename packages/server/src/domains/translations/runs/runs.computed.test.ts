import { afterAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { petsApi, putSpec } from '../../../testing/specifications.ts';
import { startTranslationEngine, type TranslationEngine } from '../../../testing/translation-engine.ts';
import { type TestTranslations, translationsIn } from '../../../testing/translations.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

const engine: TranslationEngine = await startTranslationEngine();
afterAll(() => engine.close());

describe('runs of spaces with computed pages', () => {
  let org: TestOrganization;
  let made: TestTranslations;
  withOrganization(
    (fresh) => {
      ({ org } = fresh);
      made = translationsIn(fresh);
      engine.forget();
    },
    { config: engine.config, roles: ['api', 'worker'] },
  );

  const publish = (title: string) =>
    putSpec(org, 'pets', {
      text: JSON.stringify(petsApi(title, { tags: [{ name: 'pets', 'x-page-title': title }] })),
    });
  const titles = async (space: string): Promise<string[]> =>
    (await made.pages(space)).map(({ title }) => title);
  const completed = async (id: string, runs: number) =>
    expect
      .poll(async () => {
        const { body } = await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`);
        return body.status === 'completed' && body.stats.runs >= runs && body.stats;
      }, PATIENCE)
      .toBeTruthy();

  test('skip computed pages: nothing of them is sent, counted or proposed', async () => {
    await publish('Cats');
    const source = await createLiveSpace(org);
    await made.insert(source, 'Guide', 'Words\n');
    await made.change(source, {
      operation: 'insert_page',
      type: 'computed',
      title: 'Reference',
      computed: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
        props: { models: true },
      },
    });
    await expect.poll(() => titles(source), PATIENCE).toContain('Cats');
    const { id, result } = await made.create(source);
    await completed(id, 1);
    expect(engine.sent().sort()).toEqual(['Guide', 'Reference', 'Words']);
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`);
    expect(body.stats).toMatchObject({ latestPages: 2, latestWords: 3 });
    const [guide, ...computed] = await titles(source);
    expect(guide).toBe('Guide');
    expect(await titles(result.space)).toEqual(['GUIDE', ...computed]);
    engine.forget();
    await publish('Dogs');
    await expect.poll(() => titles(source), PATIENCE).toContain('Dogs');
    await expect.poll(() => titles(result.space), PATIENCE).toContain('Dogs');
    await completed(id, 2);
    await made.ask(id);
    await completed(id, 3);
    expect(engine.sent()).toEqual([]);
    expect(await titles(result.space)).toEqual(['GUIDE', ...(await titles(source)).slice(1)]);
    expect(await made.requests(result.space)).toEqual([]);
  });
});
