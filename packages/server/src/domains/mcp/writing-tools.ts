import Type from 'typebox';
import { ApiError, badRequest, conflict } from '../../kernel/errors/errors.ts';
import type { OwnApi } from './own-api.ts';
import { changeRequestPath, contentPath, INPUTS, spaceOf, spacePath } from './tool-inputs.ts';
import { tool } from './tools.ts';

const MAX_CHANGES = 50;

const PageChange = Type.Object({
  page: Type.Optional({
    ...INPUTS.page,
    description: 'The id of the page to change; without it, a new page is added',
  }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  markdown: Type.Optional(
    Type.String({ description: 'The whole text of the page in Markdown, without its title' }),
  ),
  version: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The version that was read: the change fails if there is another',
    }),
  ),
  into: Type.Optional(INPUTS.pageAbove),
  delete: Type.Optional(Type.Boolean({ description: 'Deletes the page' })),
});

interface PageChangeInput {
  readonly page?: string;
  readonly title?: string;
  readonly description?: string;
  readonly markdown?: string;
  readonly version?: string;
  readonly into?: string;
  readonly delete?: boolean;
}

/** The change of content for the change of a page. */
const contentChangeOf = ({
  page,
  title,
  description,
  markdown,
  version,
  into,
  delete: isDeleted,
}: PageChangeInput) => {
  if (isDeleted && page === undefined) throw badRequest('Give the id of the page to delete.');
  if (isDeleted) return { operation: 'delete_page', page };
  if (page === undefined && title === undefined && markdown === undefined)
    throw badRequest('Give the id of the page to change, or the title or text of a new page.');
  const fields = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(into !== undefined && { into }),
    ...(markdown !== undefined && { document: { markdown } }),
  };
  return page === undefined
    ? { operation: 'insert_page', ...fields }
    : { operation: 'update_page', page, ...fields, ...(version !== undefined && { base: version }) };
};

/** Refuses to delete a page that has another version than the one that was read. */
const checkDeleted = async (api: OwnApi, path: string, changes: readonly PageChangeInput[]) => {
  for (const { page, version, delete: isDeleted } of changes) {
    if (!isDeleted || page === undefined || version === undefined) continue;
    const { documentId } = await api.call('GET', `${path}/page/${encodeURIComponent(page)}`);
    if (documentId !== version) throw conflict(`${version} is not the current version of the page ${page}.`);
  }
};

const paragraphs = (text: string) => ({
  object: 'document',
  data: {},
  nodes: text.split(/\n{2,}/).map((part) => ({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: part, marks: [] }] }],
  })),
});

/** Tools that propose and discuss; nothing is published by them. */
export const writingTools = {
  proposeChanges: tool({
    description:
      'Proposes changes of pages as a change request, which people review and merge. To continue one of your change requests, give its number.',
    input: Type.Object({
      space: INPUTS.space,
      subject: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'What the change request is about' }),
      ),
      description: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 5000,
          description: 'The reasons for the changes, for reviewers',
        }),
      ),
      changeRequest: Type.Optional(INPUTS.changeRequest),
      changes: Type.Array(PageChange, { minItems: 1, maxItems: MAX_CHANGES }),
    }),
    isReadOnly: false,
    call: async (api, { space, subject, description, changeRequest, changes }) => {
      const { organization } = await spaceOf(api, space);
      const content = { changes: changes.map(contentChangeOf) };
      await checkDeleted(api, contentPath(space, changeRequest), changes);
      const about = {
        ...(subject !== undefined && { subject }),
        ...(description !== undefined && { description: paragraphs(description) }),
      };
      if (changeRequest !== undefined) {
        const path = changeRequestPath(space, changeRequest);
        const edited = await api.call('POST', `${path}/content`, { body: content });
        if (Object.keys(about).length > 0) await api.call('PATCH', path, { body: about });
        return {
          organization,
          space,
          text: `Change request #${edited.number} was changed: ${edited.urls.app}`,
        };
      }
      const created = await api.call('POST', `${spacePath(space)}/change-requests`, { body: { subject } });
      const path = changeRequestPath(space, created.id);
      try {
        await api.call('POST', `${path}/content`, { body: content });
        await api.call('PATCH', path, { body: { ...about, status: 'open' } });
      } catch (error) {
        // Nobody is asked to review an empty proposal.
        if (error instanceof ApiError) await api.call('PATCH', path, { body: { status: 'archived' } });
        throw error;
      }
      return {
        organization,
        space,
        text: `Change request #${created.number} is open for review: ${created.urls.app}`,
      };
    },
  }),

  comment: tool({
    description: 'Comments on a page, a change request, or a page of a change request.',
    input: Type.Object({
      space: INPUTS.space,
      page: Type.Optional(INPUTS.page),
      changeRequest: Type.Optional(INPUTS.changeRequest),
      text: Type.String({ minLength: 1, maxLength: 10_000, description: 'The comment in Markdown' }),
    }),
    isReadOnly: false,
    call: async (api, { space, page, changeRequest, text }) => {
      const { organization } = await spaceOf(api, space);
      const path = changeRequest === undefined ? spacePath(space) : changeRequestPath(space, changeRequest);
      await api.call('POST', `${path}/comments`, {
        body: { ...(page !== undefined && { page }), body: { markdown: text } },
      });
      return { organization, space, text: 'The comment was posted.' };
    },
  }),
};
