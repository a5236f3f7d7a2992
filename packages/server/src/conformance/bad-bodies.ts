import type { Fixtures } from './fixtures.ts';

/** Bytes. */
export const MEGABYTE = 1024 * 1024;

/** An invalid request and its expected response. */
export interface BadRequest {
  readonly what: string;
  readonly method?: string;
  readonly path: (things: Fixtures) => string;
  readonly body?: unknown;
  readonly text?: string;
  readonly contentType?: string;
  readonly contentEncoding?: string;
  readonly status: number;
  /** The field that the error names; undefined for errors about the whole request. */
  readonly field?: string;
}

/** The path of the request. */
export const newSpace = ({ organizationId }: Fixtures) => `/v1/orgs/${organizationId}/spaces`;
/** The path of the request. */
export const newTeam = ({ organizationId }: Fixtures) => `/v1/orgs/${organizationId}/teams`;
/** The path of the request. */
export const theOrganization = ({ organizationId }: Fixtures) => `/v1/orgs/${organizationId}`;
/** The path of the request. */
export const theSpace = ({ spaceId }: Fixtures) => `/v1/spaces/${spaceId}`;
const move = ({ spaceId }: Fixtures) => `/v1/spaces/${spaceId}/move`;
const instructions = ({ organizationId }: Fixtures) => `/v1/orgs/${organizationId}/agent-instructions`;
const inner = (levels: number): unknown => {
  let value: unknown = [];
  for (let i = 0; i < levels; i++) value = { nodes: [value] };
  return value;
};
const documentWith = (data: unknown) => ({ instructions: { object: 'document', data, nodes: [] } });

/** Invalid bodies. */
export const BAD_BODIES: readonly BadRequest[] = [
  { what: 'broken JSON', path: newSpace, text: '{"title": "x"', status: 400 },
  { what: 'JSON with something after it', path: newSpace, text: '{"title":"x"} {}', status: 400 },
  { what: 'JSON with a comment', path: newSpace, text: '{"title":"x"} // mine', status: 400 },
  { what: 'JSON in single quotes', path: newSpace, text: "{'title':'x'}", status: 400 },
  { what: 'a number that JSON does not know', path: newSpace, text: '{"title":NaN}', status: 400 },
  {
    what: 'an empty body that calls itself JSON',
    path: newTeam,
    method: 'PUT',
    text: '',
    status: 400,
    field: 'body.title',
  },
  { what: 'bytes that are no text', path: newSpace, text: '\u0001\u0002', status: 400 },
  {
    what: 'a form',
    path: newSpace,
    text: 'title=x',
    contentType: 'application/x-www-form-urlencoded',
    status: 415,
  },
  { what: 'XML', path: newSpace, text: '<title>x</title>', contentType: 'application/xml', status: 415 },
  { what: 'text', path: newSpace, text: '{"title":"x"}', contentType: 'text/plain', status: 415 },
  ...['iso-8859-1', 'utf-16', '"us-ascii"', 'utf-7; boundary=x', ''].map((charset) => ({
    what: `the charset ${charset}`,
    path: newSpace,
    text: '{"title":"x"}',
    contentType: `application/json; charset=${charset}`,
    status: 415,
  })),
  ...['gzip', 'br', 'GZIP', 'identity, gzip', 'nothing'].map((contentEncoding) => ({
    what: `the encoding ${contentEncoding}`,
    path: newSpace,
    text: '{"title":"x"}',
    contentEncoding,
    status: 415,
  })),
  { what: 'a list in place of an object', path: newSpace, body: [], status: 400, field: 'body' },
  { what: 'a text in place of an object', path: newSpace, body: 'title', status: 400, field: 'body' },
  {
    what: 'null in place of an object',
    path: newTeam,
    method: 'PUT',
    text: 'null',
    status: 400,
    field: 'body',
  },
  { what: 'a number for a text', path: newSpace, body: { title: 5 }, status: 400, field: 'body.title' },
  { what: 'a list for a text', path: newSpace, body: { title: ['x'] }, status: 400, field: 'body.title' },
  {
    what: 'an object for a text',
    path: newSpace,
    body: { title: { toString: 'x' } },
    status: 400,
    field: 'body.title',
  },
  { what: 'null for a text', path: newSpace, body: { title: null }, status: 400, field: 'body.title' },
  {
    what: 'a text for a boolean',
    method: 'PATCH',
    path: theOrganization,
    body: { sso: 'true' },
    status: 400,
    field: 'body.sso',
  },
  {
    what: 'a number for a boolean',
    method: 'PATCH',
    path: theOrganization,
    body: { ai: 1 },
    status: 400,
    field: 'body.ai',
  },
  {
    what: 'a text for a list',
    method: 'PATCH',
    path: theOrganization,
    body: { emailDomains: 'a.test' },
    status: 400,
    field: 'body.emailDomains',
  },
  {
    what: 'an unknown role',
    method: 'PATCH',
    path: theOrganization,
    body: { defaultRole: 'owner' },
    status: 400,
    field: 'body.defaultRole',
  },
  {
    what: 'an unknown edit mode',
    method: 'PATCH',
    path: theSpace,
    body: { editMode: 'open' },
    status: 400,
    field: 'body.editMode',
  },
  {
    what: 'an unknown language',
    method: 'PATCH',
    path: theSpace,
    body: { language: 'xx' },
    status: 400,
    field: 'body.language',
  },
  {
    what: 'text for an emoji',
    method: 'PATCH',
    path: theSpace,
    body: { emoji: 'book' },
    status: 400,
    field: 'body.emoji',
  },
  {
    what: 'a script for an address',
    method: 'PATCH',
    path: theSpace,
    body: { icon: 'javascript:alert(1)' },
    status: 400,
    field: 'body.icon',
  },
  { what: 'a missing field', method: 'PUT', path: newTeam, body: {}, status: 400, field: 'body.title' },
  {
    what: 'an empty title where there must be one',
    method: 'PUT',
    path: newTeam,
    body: { title: '' },
    status: 400,
    field: 'body.title',
  },
  {
    what: 'a title of spaces',
    method: 'PUT',
    path: newTeam,
    body: { title: '   ' },
    status: 400,
    field: 'body.title',
  },
  {
    what: 'a title of 51 characters',
    path: newSpace,
    body: { title: 'é'.repeat(51) },
    status: 400,
    field: 'body.title',
  },
  {
    what: 'a title of a million characters',
    path: newSpace,
    body: { title: 'x'.repeat(1_000_000) },
    status: 400,
    field: 'body.title',
  },
  { what: 'a body of 10 MB', path: newSpace, body: { title: 'x'.repeat(10 * MEGABYTE) }, status: 413 },
  {
    what: 'a body of 10 MB in a field that nobody reads',
    path: newSpace,
    body: { title: 'x', extra: 'x'.repeat(10 * MEGABYTE) },
    status: 413,
  },
  { what: 'a null byte', path: newSpace, body: { title: 'a\u0000b' }, status: 400, field: 'body.title' },
  {
    what: 'a null byte in a field that nobody reads',
    path: newSpace,
    body: { title: 'x', extra: '\u0000' },
    status: 400,
    field: 'body.extra',
  },
  {
    what: 'a null byte in a name',
    path: newSpace,
    body: { title: 'x', 'a\u0000b': 1 },
    status: 400,
    field: 'body',
  },
  {
    what: 'half of a surrogate pair',
    path: newSpace,
    body: { title: '\ud83d' },
    status: 400,
    field: 'body.title',
  },
  { what: 'the other half', path: newSpace, body: { title: 'x\ude00' }, status: 400, field: 'body.title' },
  {
    what: 'half of a surrogate pair deep inside',
    method: 'PUT',
    path: instructions,
    body: documentWith({ a: [{ b: '\ud800' }] }),
    status: 400,
    field: 'body.instructions.data.a.0.b',
  },
  {
    what: 'endless nesting',
    method: 'PUT',
    path: instructions,
    body: documentWith(inner(1000)),
    status: 400,
    field: 'body.instructions',
  },
  {
    what: 'nesting beyond what a parser bears',
    method: 'PUT',
    path: instructions,
    text: `{"instructions":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    status: 400,
    field: 'body.instructions',
  },
  {
    what: 'a poisoned prototype',
    path: newSpace,
    text: '{"title":"x","__proto__":{"admin":true}}',
    status: 400,
  },
  {
    what: 'a poisoned constructor',
    path: newSpace,
    text: '{"title":"x","constructor":{"prototype":{"admin":true}}}',
    status: 400,
  },
  {
    what: 'two positions at once',
    path: move,
    body: { position: { before: { type: 'space', space: 'a' }, after: { type: 'space', space: 'b' } } },
    status: 400,
    field: 'body.position',
  },
  {
    what: 'a position of an unknown kind',
    path: move,
    body: { position: { before: { type: 'page', page: 'a' } } },
    status: 400,
    field: 'body.position.before',
  },
  { what: 'an unknown parent', path: move, body: { parent: 'nothing' }, status: 404 },
  {
    what: 'a default content that is not there',
    method: 'PATCH',
    path: theOrganization,
    body: { defaultContent: { type: 'site', site: 'nothing' } },
    status: 400,
    field: 'body.defaultContent.site',
  },
  {
    what: 'a default content of another kind',
    method: 'PATCH',
    path: theOrganization,
    body: { defaultContent: { type: 'space', space: 'x' } },
    status: 400,
    field: 'body.defaultContent',
  },
  {
    what: 'a date that there is not',
    path: () => '/v1/user/tokens',
    body: { label: 'x', expiresAt: '2024-02-30T00:00:00Z' },
    status: 400,
    field: 'body.expiresAt',
  },
  {
    what: 'a date that has passed',
    path: () => '/v1/user/tokens',
    body: { label: 'x', expiresAt: '2001-01-01T00:00:00Z' },
    status: 400,
    field: 'body.expiresAt',
  },
  {
    what: 'a scope that there is not',
    path: () => '/v1/user/tokens',
    body: { label: 'x', scopes: ['everything'] },
    status: 400,
    field: 'body.scopes.0',
  },
  {
    what: 'too many people at once',
    method: 'PUT',
    path: newTeam,
    body: { title: 'x', members: Array.from({ length: 1001 }, () => 'x') },
    status: 400,
    field: 'body.members',
  },
  {
    what: 'somebody who is not there',
    method: 'PUT',
    path: newTeam,
    body: { title: 'x', members: ['nobody'] },
    status: 400,
    field: 'body.members.0',
  },
  {
    what: 'an address that is none',
    path: ({ organizationId }) => `/v1/orgs/${organizationId}/invites`,
    body: { emails: ['nobody'] },
    status: 400,
    field: 'body.emails.0',
  },
];
