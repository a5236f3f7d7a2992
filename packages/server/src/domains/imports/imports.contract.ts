import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { importRunPolicy } from './imports.policy.ts';

/** The states of an import, in the order in which it goes through them; it ends in one of the last three. */
export const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

/** What an import that is under way is busy with. */
export const STAGES = ['fetch', 'convert', 'write'] as const;

const ContentImportSource = Type.Union([
  Type.Object({ type: Type.Literal('website'), url: Url }),
  Type.Object({
    type: Type.Literal('file'),
    files: Type.Array(Id, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The keys of files that were uploaded for it',
    }),
  }),
]);

const ContentImportTarget = Type.Object({
  space: Id,
  changeRequest: Type.Optional(Id),
  page: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'What is imported hangs below it' }),
  ),
});

/** An import: where from, where to, how far it is, and what came of it. */
const ContentImportRun = Type.Object({
  object: Type.Literal('import-run'),
  id: Id,
  status: OneOf(STATUSES),
  reason: Type.Optional(Type.String({ description: 'Why it failed' })),
  source: ContentImportSource,
  target: ContentImportTarget,
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  startedAt: Type.Optional(Timestamp),
  completedAt: Type.Optional(Timestamp),
  progress: Type.Optional(
    Type.Object(
      { stage: OneOf(STAGES), done: Type.Integer(), total: Type.Integer() },
      {
        description:
          'How far it is while it is under way: pages fetched, converted or written, of those known',
      },
    ),
  ),
  urls: Type.Object({ location: Url }),
});

const ContentImportRunDetails = Type.Intersect([
  ContentImportRun,
  Type.Object({
    pages: Type.Array(
      Type.Object({
        id: Type.String(),
        sourceURL: Type.Optional(Type.String()),
        type: OneOf(['page', 'folder']),
        status: OneOf(['complete', 'pending']),
      }),
      { description: 'The pages that it made' },
    ),
    report: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'What was not understood or left out, and where',
    }),
  }),
]);

const onRun = <const Can extends keyof typeof importRunPolicy.can>(can: Can) =>
  ({ policy: importRunPolicy, can, on: 'importRunId' }) as const;

/** Bringing content along: from a website, or in files. */
export const importsContract = {
  startImportRun: operation({
    method: 'POST',
    path: '/org/{organizationId}/imports',
    summary: 'Import content into a space, from a website or from files',
    // The target is in the body: who may change it is found out by the service.
    permission: inOrganization('view'),
    scope: 'space',
    body: Type.Object({
      source: ContentImportSource,
      target: ContentImportTarget,
    }),
    responses: { 201: ContentImportRunDetails },
  }),
  listImportRuns: operation({
    method: 'GET',
    path: '/org/{organizationId}/imports',
    summary: 'The imports of an organization, newest first',
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
    summary: 'An import, with the pages that it made and what was not understood',
    permission: onRun('view'),
    scope: 'space',
    responses: { 200: ContentImportRunDetails },
  }),
  cancelImportRun: operation({
    method: 'POST',
    path: '/org/{organizationId}/imports/{importRunId}/cancel',
    summary: 'Cancel an import; nothing of it is left',
    permission: onRun('cancel'),
    scope: 'space',
    responses: { 201: ContentImportRunDetails },
  }),
};
