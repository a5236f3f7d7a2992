import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { ReferringPlace } from '../content/index.ts';
import type { openapiContract } from './openapi.contract.ts';
import { type SpecSubject, specPolicy } from './openapi.policy.ts';
import type { OpenapiService } from './openapi.service.ts';
import { publishedPath } from './published-path.ts';

/** The API object of a specification. */
const toSpec = (links: Links, spec: SpecSubject) => ({
  object: 'openapi-spec' as const,
  id: spec.id,
  createdAt: spec.created_at.toISOString(),
  updatedAt: spec.updated_at.toISOString(),
  slug: spec.slug,
  ...(spec.source_url !== null && { sourceURL: spec.source_url }),
  processingState: spec.state,
  visibility: spec.visibility,
  ...(spec.version_id !== null && { lastVersion: spec.version_id }),
  ...(spec.processed_at && { lastProcessedAt: spec.processed_at.toISOString() }),
  ...(spec.error_code && { lastProcessErrorCode: spec.error_code }),
  ...(spec.errors.length > 0 && { lastProcessedErrors: [...spec.errors] }),
  permissions: { view: specPolicy.can.view(spec), edit: specPolicy.can.edit(spec) },
  urls: {
    location: links.apiUrl(`/orgs/${spec.organization_id}/openapi/${spec.slug}`),
    app: links.appUrl(`/o/${spec.organization_id}/openapi/${spec.slug}`),
    ...(spec.visibility === 'public' && { published: links.fileUrl(publishedPath(spec)) }),
  },
});

/** Finds the contents that show a specification, in spaces that a user can see. */
export type FindUsages = (
  userId: string,
  spec: { readonly organization_id: string; readonly slug: string },
) => Promise<readonly ReferringPlace[]>;

const toUsage = (links: Links, usage: ReferringPlace) => {
  const app = links.appUrl(`/s/${usage.space.id}`);
  return {
    space: { id: usage.space.id, title: usage.space.title, urls: { app } },
    ...(usage.kind === 'page'
      ? {
          page: {
            id: usage.id,
            title: usage.page.page.title,
            path: usage.page.path ?? '',
            urls: { app: links.appUrl(`/s/${usage.space.id}/${usage.page.path ?? ''}`) },
          },
        }
      : { reusableContent: { id: usage.id, title: usage.content.title } }),
  };
};

/** Maps operations to the service, and its results to responses. */
export const openapiHandlers = (
  openapi: OpenapiService,
  usagesOf: FindUsages,
  links: Links,
): Handlers<typeof openapiContract> => ({
  listOpenAPISpecs: async ({ subject, query, page }) =>
    listOf(
      page,
      await openapi.list(subject, query.search, page),
      (row) => [row.id],
      (row) => toSpec(links, row),
    ),
  createOpenAPISpec: async ({ caller, subject, body }) =>
    toSpec(links, await openapi.create(caller, subject, body)),
  getOpenAPISpecBySlug: async ({ subject }) => toSpec(links, subject),
  createOrUpdateOpenAPISpecBySlug: async ({ caller, subject, params, body }) => {
    const { spec, isNew } = await openapi.upsert(caller, subject, params.specSlug, body.source);
    return { status: isNew ? 201 : 200, body: toSpec(links, spec) };
  },
  updateOpenAPISpecBySlug: async ({ caller, subject, body }) =>
    toSpec(links, await openapi.setVisibility(caller, subject, body.visibility)),
  listOpenAPISpecUsages: async ({ caller, subject, page }) => {
    const all = (await usagesOf(caller.principal.userId, subject))
      .map((usage) => ({ usage, key: `${usage.space.id} ${usage.id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const after = page.after && String(page.after[0]);
    const rest = after === undefined ? all : all.filter(({ key }) => key > after);
    return listOf(
      page,
      { rows: rest.slice(0, page.limit + 1), count: all.length },
      ({ key }) => [key],
      ({ usage }) => toUsage(links, usage),
    );
  },
  deleteOpenAPISpecBySlug: async ({ caller, subject }) => {
    await openapi.remove(caller, subject);
    return undefined;
  },
});
