import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { Language } from '../spaces/index.ts';
import { translationPolicy } from './translations.policy.ts';
import { UNTRANSLATED_REASONS } from './untranslated-reasons.ts';

const Source = Type.Object({ space: Id, language: Language });

const SourceWithTitle = Type.Object({
  ...Source.properties,
  title: Type.String({ description: 'The title of the source (extension)' }),
});

/** A space in another language that follows its source. */
const Translation = Type.Object({
  object: Type.Literal('translation'),
  id: Id,
  status: OneOf(['pending', 'running', 'completed']),
  source: SourceWithTitle,
  language: Language,
  instructions: RichTextDocument,
  result: Type.Optional(Type.Object({ space: Id, revision: Id })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  stats: Type.Object({
    runs: Type.Integer(),
    totalWords: Type.Integer(),
    totalPages: Type.Integer(),
    totalDuration: Type.Integer(),
    latestRunDuration: Type.Integer(),
    latestPages: Type.Integer(),
    latestWords: Type.Integer(),
  }),
  problem: Type.Optional(
    Type.String({
      description:
        'Why the last run failed or is postponed; text that it had translated by then is not translated again',
    }),
  ),
  waitsUntil: Type.Optional(Timestamp),
  untranslated: Type.Optional(
    Type.Array(Type.Object({ page: Id, text: Type.String(), reason: OneOf(UNTRANSLATED_REASONS) }), {
      description: 'Texts that are still in the source language, at most 100',
    }),
  ),
  untranslatedTotal: Type.Optional(
    Type.Integer({ description: 'The number of texts that are still in the source language' }),
  ),
  editedPages: Type.Optional(
    Type.Array(Id, {
      description:
        'Pages of the copy whose texts people edited since they were translated; runs keep them. Only in the response for one translation',
    }),
  ),
  permissions: Permissions(['view', 'edit']),
  urls: Type.Object({ location: Url }),
});

const onTranslation = <const Can extends keyof typeof translationPolicy.can>(can: Can) =>
  ({ policy: translationPolicy, can, on: 'translationId' }) as const;

/** Translations. */
export const translationsContract = {
  listTranslations: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/translations',
    summary: 'List the translations of spaces that you can see',
    permission: inOrganization('view'),
    scope: 'translation',
    query: pagedQuery({
      search: Type.Optional(
        Type.String({ maxLength: 64, description: 'Words of the title of the source (extension)' }),
      ),
      language: Type.Optional(Language),
    }),
    responses: { 200: List(Translation) },
  }),
  createTranslation: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/translations',
    summary: 'Create a copy of a space that follows it in another language',
    permission: inOrganization('admin'),
    scope: 'translation',
    body: Type.Object({
      source: Source,
      language: Language,
      instructions: Type.Optional(RichTextDocument),
    }),
    responses: { 201: Translation },
  }),
  getTranslation: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/translations/{translationId}',
    summary: 'Get a translation',
    permission: onTranslation('view'),
    responses: { 200: Translation },
  }),
  updateTranslation: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/translations/{translationId}',
    summary: 'Update the instructions for the translation engine',
    permission: onTranslation('edit'),
    body: Type.Object({ instructions: RichTextDocument }),
    responses: { 200: Translation },
  }),
  deleteTranslation: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/translations/{translationId}',
    summary: 'Delete a translation; its space stays, and no longer follows the source',
    permission: onTranslation('edit'),
    responses: { 204: Empty },
  }),
  runTranslation: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/translations/{translationId}/run',
    summary: 'Translate new and changed content',
    permission: onTranslation('edit'),
    responses: { 204: Empty },
  }),
};
