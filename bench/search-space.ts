import { type BenchOrganization, call } from './organization.ts';
import type { WrittenPage } from './search-pages.ts';

const PAGES_AT_ONCE = 50;

/** Creates a space of pages; returns its id. */
export const writeSpace = async (
  organization: BenchOrganization,
  title: string,
  pages: readonly WrittenPage[],
): Promise<string> => {
  const created = (await call(organization, 'POST', 'spaces', {
    title,
    editMode: 'live',
    empty: true,
  })) as { id: string };
  const { url, token } = organization;
  for (let from = 0; from < pages.length; from += PAGES_AT_ONCE) {
    const changes = pages.slice(from, from + PAGES_AT_ONCE).map(({ title, markdown }) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    }));
    const response = await fetch(`${url}/v1/spaces/${created.id}/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes }),
    });
    if (!response.ok) throw new Error(`${title}: ${response.status} ${await response.text()}`);
  }
  return created.id;
};
