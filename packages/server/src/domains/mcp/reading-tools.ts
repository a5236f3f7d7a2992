import Type from 'typebox';
import { changeRequestPath, contentPath, INPUTS, organizationOf, spaceOf, spacePath } from './tool-inputs.ts';
import { tool } from './tools.ts';

interface ListedPage {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly pages?: readonly ListedPage[];
}
interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sections?: readonly { readonly title: string; readonly body: string }[];
  readonly urls: { readonly app: string };
}
interface FoundSpace {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly FoundPage[];
}
interface ListedRequest {
  readonly number: number;
  readonly status: string;
  readonly subject: string;
  readonly createdBy: { readonly displayName: string };
  readonly urls: { readonly app: string };
}
interface ListedComment {
  readonly postedBy: { readonly displayName: string };
  readonly status: string;
  readonly body: { readonly markdown?: string };
}
interface SemanticChange {
  readonly type: string;
  readonly page?: { readonly id: string; readonly title: string };
  readonly file?: { readonly name: string };
}

const MAX_SPACES = 500;
const MAX_RESULTS = 20;
const MAX_REQUESTS = 50;
const MAX_COMMENTS = 50;
const MAX_EXCERPT = 300;

const linesOf = (lines: readonly string[], empty: string): string =>
  lines.length === 0 ? empty : lines.join('\n');

const pageLines = (pages: readonly ListedPage[], indent = ''): string[] =>
  pages.flatMap(({ id, title, type, pages: below = [] }) => [
    `${indent}- ${title} (${type === 'document' ? 'page' : type} ${id})`,
    ...pageLines(below, `${indent}  `),
  ]);

const excerptOf = ({ description, sections = [] }: FoundPage): string =>
  [description, ...sections.map(({ title, body }) => (title === '' ? body : `${title}: ${body}`))]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_EXCERPT);

/** Tools that change nothing. */
export const readingTools = {
  listSpaces: tool({
    description: 'Lists the spaces of documentation that you can see, with their ids.',
    input: Type.Object({ organization: INPUTS.organization }),
    isReadOnly: true,
    call: async (api, input) => {
      const organization = await organizationOf(api, input.organization);
      const { items, count } = await api.call('GET', `/orgs/${encodeURIComponent(organization)}/spaces`, {
        query: { limit: MAX_SPACES },
      });
      const lines = items.map(({ id, title }: FoundSpace) => `- ${title || 'Untitled'} (space ${id})`);
      if (count > items.length) lines.push(`and ${count - items.length} more`);
      return { organization, text: linesOf(lines, 'There are no spaces.') };
    },
  }),

  search: tool({
    description:
      'Searches all documentation of the organization that you can see, or one space. Returns pages with ids and excerpts.',
    input: Type.Object({
      query: Type.String({ minLength: 1, maxLength: 512 }),
      space: Type.Optional(INPUTS.space),
      organization: INPUTS.organization,
    }),
    isReadOnly: true,
    call: async (api, { query, space, organization: given }) => {
      const lineOf = (id: string, page: FoundPage) =>
        `- [${page.title}](${page.urls.app}) (page ${page.id} in space ${id}): ${excerptOf(page)}`;
      if (space !== undefined) {
        const { organization } = await spaceOf(api, space);
        const { items } = await api.call('GET', `${spacePath(space)}/search`, {
          query: { query, limit: MAX_RESULTS },
        });
        const lines = items.map((page: FoundPage) => lineOf(space, page));
        return { organization, space, text: linesOf(lines, 'Nothing was found.') };
      }
      const organization = await organizationOf(api, given);
      const { items } = await api.call('GET', `/orgs/${encodeURIComponent(organization)}/search`, {
        query: { query, limit: MAX_RESULTS },
      });
      const lines = (items as FoundSpace[]).flatMap(({ id, title, pages }) => [
        `${title}:`,
        ...pages.map((page) => lineOf(id, page)),
      ]);
      return { organization, text: linesOf(lines, 'Nothing was found.') };
    },
  }),

  listPages: tool({
    description: 'Lists the pages of a space, or of a change request of it, as a tree with ids.',
    input: Type.Object({ space: INPUTS.space, changeRequest: Type.Optional(INPUTS.changeRequest) }),
    isReadOnly: true,
    call: async (api, { space, changeRequest }) => {
      const { organization } = await spaceOf(api, space);
      const { pages } = await api.call('GET', `${contentPath(space, changeRequest)}/pages`);
      return { organization, space, text: linesOf(pageLines(pages), 'There are no pages.') };
    },
  }),

  getPage: tool({
    description:
      'Reads a page as Markdown. The version is needed to change the page without overwriting the work of others.',
    input: Type.Object({
      space: INPUTS.space,
      page: INPUTS.page,
      changeRequest: Type.Optional(INPUTS.changeRequest),
    }),
    isReadOnly: true,
    call: async (api, { space, page, changeRequest }) => {
      const { organization } = await spaceOf(api, space);
      const found = await api.call(
        'GET',
        `${contentPath(space, changeRequest)}/page/${encodeURIComponent(page)}`,
        { query: { format: 'markdown' } },
      );
      const about = [
        `Title: ${found.title}`,
        ...(found.description ? [`Description: ${found.description}`] : []),
        ...(found.documentId ? [`Version: ${found.documentId}`] : []),
        `URL: ${found.urls.app}`,
      ];
      return { organization, space, text: `${about.join('\n')}\n\n${found.markdown ?? ''}` };
    },
  }),

  listChangeRequests: tool({
    description: 'Lists the change requests of a space, newest first; open ones by default.',
    input: Type.Object({
      space: INPUTS.space,
      status: Type.Optional(
        Type.Union(['draft', 'open', 'archived', 'merged'].map((status) => Type.Literal(status))),
      ),
    }),
    isReadOnly: true,
    call: async (api, { space, status }) => {
      const { organization } = await spaceOf(api, space);
      const { items } = await api.call('GET', `${spacePath(space)}/change-requests`, {
        query: { status, limit: MAX_REQUESTS },
      });
      const lines = items.map(
        ({ number, status: is, subject, createdBy, urls }: ListedRequest) =>
          `- #${number} [${subject || 'Untitled'}](${urls.app}), ${is}, by ${createdBy.displayName}`,
      );
      return { organization, space, text: linesOf(lines, 'There are none.') };
    },
  }),

  getChangeRequest: tool({
    description: 'Reads a change request: its subject and status, what it changes, and its comments.',
    input: Type.Object({ space: INPUTS.space, changeRequest: INPUTS.changeRequest }),
    isReadOnly: true,
    call: async (api, { space, changeRequest }) => {
      const { organization } = await spaceOf(api, space);
      const path = changeRequestPath(space, changeRequest);
      const request = await api.call('GET', path);
      const { changes } = await api.call('GET', `${path}/changes`, { query: { metadata: false } });
      const { items: comments } = await api.call('GET', `${path}/comments`, {
        query: { limit: MAX_COMMENTS, format: 'markdown' },
      });
      const changeLines = (changes as SemanticChange[]).map(
        ({ type, page, file }) =>
          `- ${type.replaceAll('_', ' ')}: ${page ? `${page.title} (page ${page.id})` : (file?.name ?? '')}`,
      );
      const commentLines = (comments as ListedComment[]).map(
        ({ postedBy, status, body }) =>
          `- ${postedBy.displayName}${status === 'resolved' ? ' (resolved)' : ''}: ${body.markdown ?? ''}`,
      );
      return {
        organization,
        space,
        text: [
          `#${request.number} ${request.subject || 'Untitled'}, ${request.status}, by ${request.createdBy.displayName}`,
          request.urls.app,
          `\nChanges:\n${linesOf(changeLines, 'none')}`,
          `\nComments:\n${linesOf(commentLines, 'none')}`,
        ].join('\n'),
      };
    },
  }),
};
