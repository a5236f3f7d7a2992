import { expect } from 'vitest';
import type { ServerOptions, TestOrganization, TestServer } from './server.ts';
import { withOrganization } from './set-up.ts';
import type { TranslationEngine } from './translation-engine.ts';

/** Helpers for translations in an organization: edit spaces, create translations, run them. */
export const translationsIn = ({ server, org }: { server: TestServer; org: TestOrganization }) => {
  const change = async (space: string, ...changes: object[]) => {
    const answer = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body;
  };
  const pages = async (space: string) =>
    (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages as {
      id: string;
      title: string;
      path: string;
      description?: string;
    }[];
  const markdown = async (space: string, page: string, changeRequest = '') =>
    (await org.admin.call('GET', `/spaces/${space}${changeRequest}/content/page/${page}?format=markdown`))
      .body.markdown as string;
  const insert = async (space: string, title: string, text: string) => {
    await change(space, { operation: 'insert_page', title, document: { markdown: text } });
    return (await pages(space)).find((page) => page.title === title)!.id;
  };
  const rewrite = (space: string, id: string, text: string) =>
    change(space, { operation: 'update_page', page: id, document: { markdown: text } });
  const create = async (source: string, language = 'de', instructions?: object) => {
    const { status, body } = await org.admin.call('POST', `/orgs/${org.id}/translations`, {
      source: { space: source, language: 'en' },
      language,
      ...(instructions && { instructions }),
    });
    expect(status).toBe(201);
    return body as { id: string; result: { space: string; revision: string } };
  };
  const run = async (id: string) => {
    await server.app.services.translationRuns.run({ organization_id: org.id, id });
    return (await org.admin.call('GET', `/orgs/${org.id}/translations/${id}`)).body;
  };
  const ask = (id: string) => org.admin.call('POST', `/orgs/${org.id}/translations/${id}/run`);
  const requests = async (space: string) =>
    (await org.admin.call('GET', `/spaces/${space}/change-requests`)).body.items as {
      id: string;
      status: string;
      subject: string;
    }[];
  return { change, pages, markdown, insert, rewrite, create, run, ask, requests };
};

/** Helpers for translations. */
export type TestTranslations = ReturnType<typeof translationsIn>;

/** Sets up an organization before each test, with a reset translation service. */
export const withTranslations = (
  engine: TranslationEngine,
  take: (fresh: { server: TestServer; org: TestOrganization; made: TestTranslations }) => void,
  options: ServerOptions = {},
): void =>
  withOrganization(
    (fresh) => {
      engine.forget();
      take({ ...fresh, made: translationsIn(fresh) });
    },
    { ...options, config: { ...engine.config, ...options.config } },
  );
