// The page that the rendering tests of blocks use.
import { picture } from '../../../site/src/testing/browser.ts';
import { kitchenSinkSource } from '../../../site/src/testing/sample-site.ts';
import { createLiveSpace } from './content-factory.ts';
import type { TestOrganization } from './server.ts';

/** A site that was created and published with the API. */
export interface Showcase {
  readonly id: string;
  readonly space: string;
  /** Without a trailing slash. */
  readonly url: string;
}

const svg = (hue: number) => Buffer.from(picture(hue)).toString('base64');

/** Calls the API; throws on errors. */
export const callOrThrow = async (org: TestOrganization, method: string, path: string, body?: unknown) => {
  const answer = await org.admin.call(method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** The change that inserts a page. */
export const insertPage = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
});

/** Creates a live space with the given changes. */
export const createSpaceWith = async (
  org: TestOrganization,
  changes: readonly object[],
  more: object = {},
): Promise<string> => {
  const space = await createLiveSpace(org);
  if (Object.keys(more).length > 0) await callOrThrow(org, 'PATCH', `/spaces/${space}`, more);
  await callOrThrow(org, 'POST', `/spaces/${space}/content`, { changes });
  return space;
};

/** Publishes spaces as a site; its URL has no trailing slash. */
export const publishSpaces = async (org: TestOrganization, spaces: readonly string[], more: object = {}) => {
  const at = `/orgs/${org.id}/sites`;
  const { id } = await callOrThrow(org, 'POST', at, { title: 'Orchard', spaces, ...more });
  await callOrThrow(org, 'POST', `${at}/${id}/publish`);
  const { urls } = await callOrThrow(org, 'GET', `${at}/${id}`);
  return { id, url: String(urls.published).replace(/\/$/, '') };
};

/** The pages of the showcase: one with every block, and some others. */
const showcaseChanges = (): object[] => {
  const everything = kitchenSinkSource()
    .replace(/^---[\s\S]*?---\n+# .*\n/, '')
    .replaceAll(/\/(?:pages|files)\/(p\d|cover\d|report)/g, './$1');
  return [
    {
      operation: 'insert_files',
      files: [
        { ref: 'cover1', name: 'cover1.svg', base64: svg(210), contentType: 'image/svg+xml' },
        { ref: 'cover2', name: 'cover2.svg', base64: svg(330), contentType: 'image/svg+xml' },
        { ref: 'report', name: 'report.txt', base64: 'SGVsbG8=', contentType: 'text/plain' },
      ],
    },
    insertPage('Welcome', 'Hello **reader**. Begin with the [quick start](./p1).', { icon: 'house' }),
    insertPage('Quick start', '## Plant\n\nDig.\n\n## Water\n\nOften.\n\n## Harvest\n\nPersimmons.', {
      ref: 'p1',
    }),
    { operation: 'insert_page', type: 'group', title: 'Guides', ref: 'guides' },
    insertPage('Concepts', 'What is what: orchards, rows and trees.', { ref: 'p2', into: 'guides' }),
    insertPage('Grafting', 'Two trees become one.', { ref: 'p3', into: 'p2' }),
    insertPage('Everything at once', everything, {
      into: 'guides',
      icon: 'rocket',
      description: 'Every block and every inline, as a reader meets them.',
    }),
  ];
};

/** Publishes a site with a page of every block. */
export const publishShowcase = async (org: TestOrganization, more: object = {}): Promise<Showcase> => {
  const space = await createSpaceWith(org, showcaseChanges());
  return { space, ...(await publishSpaces(org, [space], more)) };
};
