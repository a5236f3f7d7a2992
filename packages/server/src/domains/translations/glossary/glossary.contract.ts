import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LANGUAGES } from '../../spaces/index.ts';
import { glossaryPolicy } from './glossary.policy.ts';

const termOf = (pattern: string) => Type.String({ minLength: 1, maxLength: 255, pattern });

const termsOf = (pattern: string, limits: { readonly minProperties?: number }) =>
  Type.Unsafe<Readonly<Record<string, string>>>(
    Type.Object(Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(termOf(pattern))])), {
      additionalProperties: false,
      description: 'Terms by language',
      ...limits,
    }),
  );

/** The term in each language. */
const Terms = termsOf('^[^\\n\\r]*$', {});
// A term of spaces only is rejected.
const GivenTerms = termsOf('^[^\\n\\r]*\\S[^\\n\\r]*$', { minProperties: 1 });

/** A term with fixed translations. */
const GlossaryEntry = Type.Object({
  object: Type.Literal('glossary-entry'),
  id: Id,
  translations: Terms,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Url }),
});

const Operation = Type.Union([
  Type.Object({ type: Type.Literal('insert'), translations: GivenTerms }),
  Type.Object({ type: Type.Literal('update'), id: Id, translations: GivenTerms }),
  Type.Object({ type: Type.Literal('delete'), id: Id }),
]);

const ofGlossary = <const Can extends keyof typeof glossaryPolicy.can>(can: Can) =>
  ({ policy: glossaryPolicy, can, on: 'organizationId' }) as const;

/** The glossary of an organization. */
export const glossaryContract = {
  listGlossaryEntries: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/translations-glossary',
    summary: 'List the glossary entries of an organization',
    permission: ofGlossary('viewGlossary'),
    scope: 'translation',
    query: pagedQuery({
      search: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Only entries with a term, in any language, that contains this',
        }),
      ),
    }),
    responses: { 200: List(GlossaryEntry) },
  }),
  updateGlossaryEntries: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/translations-glossary',
    summary: 'Change the glossary: all operations, or none',
    permission: ofGlossary('editGlossary'),
    scope: 'translation',
    body: Type.Object({ operations: Type.Array(Operation, { maxItems: 1000 }) }),
    responses: { 204: Empty },
  }),
  getGlossaryEntry: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
    summary: 'Get a glossary entry',
    permission: ofGlossary('viewGlossary'),
    scope: 'translation',
    responses: { 200: GlossaryEntry },
  }),
};
