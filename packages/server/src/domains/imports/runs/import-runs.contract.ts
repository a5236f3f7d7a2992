import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';
import { STAGES, STATUSES } from '../import-states.ts';
import { importRunPolicy } from './import-runs.policy.ts';

const ContentImportSource = Type.Union([
  Type.Object({ type: Type.Literal('website'), url: Url }),
  Type.Object({
    type: Type.Literal('file'),
    files: Type.Array(Id, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The keys of uploaded files',
    }),
  }),
]);

const ContentImportTarget = Type.Object({
  space: Id,
  changeRequest: Type.Optional(Id),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The page below which the imported pages are placed',
    }),
  ),
});

/** An import: source, target, progress and result. */
const ContentImportRun = Type.Object({
  object: Type.Literal('import-run'),
  id: Id,
  status: OneOf(STATUSES),
  reason: Type.Optional(Type.String({ description: 'Why it failed' })),
  source: ContentImportSource,
  target: ContentImportTarget,
  isPreview: Type.Optional(
    Type.Boolean({ description: 'Whether it only reports what would be imported (extension)' }),
  ),
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  startedAt: Type.Optional(Timestamp),
  completedAt: Type.Optional(Timestamp),
  progress: Type.Optional(
    Type.Object(
      { stage: OneOf(STAGES), done: Type.Integer(), total: Type.Integer() },
      {
        description: 'Progress of a running import: pages fetched, converted or written, of those known',
      },
    ),
  ),
  urls: Type.Object({ location: Url }),
});

const ContentImportRunDetails = Type.Intersect([
  ContentImportRun,
  Type.Object({
    preview: Type.Optional(
      Type.Object(
        {
          pages: Type.Array(
            Type.Object({
              title: Type.String(),
              depth: Type.Integer(),
              isFolder: Type.Optional(
                Type.Boolean({ description: 'Whether it stands for a folder without a file of its own' }),
              ),
            }),
            {
              description: 'The first 500 pages, in the order of the table of contents',
            },
          ),
          pageCount: Type.Integer({ description: 'The number of pages, without folders' }),
          fileCount: Type.Integer({ description: 'The number of images and other files' }),
        },
        { description: 'What an import would add, if this is the preview of one; empty until it has run' },
      ),
    ),
    pages: Type.Array(
      Type.Object({
        id: Type.String(),
        sourceURL: Type.Optional(Type.String()),
        type: OneOf(['page', 'folder']),
        status: OneOf(['complete', 'pending']),
      }),
      { description: 'The pages that it created' },
    ),
    report: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Content that was left out or could not be converted, and where',
    }),
  }),
]);

const onRun = <const Can extends keyof typeof importRunPolicy.can>(can: Can) =>
  ({ policy: importRunPolicy, can, on: 'importRunId' }) as const;

/** Imports from websites and files. */
export const importRunsContract = {
  startImportRun: operation({
    method: 'POST',
    path: '/org/{organizationId}/imports',
    summary: 'Import content into a space, from a website or from files',
    // The target is in the body: the service checks the permission to edit it.
    permission: inOrganization('view'),
    scope: 'space',
    body: Type.Object({
      source: ContentImportSource,
      target: ContentImportTarget,
      preview: Type.Optional(
        Type.Boolean({
          description:
            'Only reports what would be imported, and changes nothing; start it again without this',
        }),
      ),
    }),
    responses: { 201: ContentImportRunDetails },
  }),
  listImportRuns: operation({
    method: 'GET',
    path: '/org/{organizationId}/imports',
    summary: 'List the imports of an organization, newest first',
    permission: inOrganization('view'),
    scope: 'space',
    query: pagedQuery({
      space: Type.Optional(Id),
      changeRequest: Type.Optional(Id),
      site: Type.Optional(Id),
      status: Type.Optional(OneOf(['active', ...STATUSES])),
    }),
    responses: { 200: List(ContentImportRun) },
  }),
  getImportRun: operation({
    method: 'GET',
    path: '/org/{organizationId}/imports/{importRunId}',
    summary: 'Get an import, with the pages that it created and its report',
    permission: onRun('view'),
    scope: 'space',
    responses: { 200: ContentImportRunDetails },
  }),
  cancelImportRun: operation({
    method: 'POST',
    path: '/org/{organizationId}/imports/{importRunId}/cancel',
    summary: 'Cancel an import; it changes nothing',
    permission: onRun('cancel'),
    scope: 'space',
    responses: { 201: ContentImportRunDetails },
  }),
};
