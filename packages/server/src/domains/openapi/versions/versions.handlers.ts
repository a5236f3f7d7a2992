import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { SpecRow } from '../openapi.store.ts';
import { publishedPath } from '../published-path.ts';
import type { versionsContract } from './versions.contract.ts';
import type { VersionContent, VersionsService } from './versions.service.ts';
import type { VersionRow } from './versions.store.ts';

const locationOf = (links: Links, spec: SpecRow, { id }: VersionRow) =>
  links.apiUrl(`/orgs/${spec.organization_id}/openapi/${spec.slug}/versions/${id}`);

// A changed source with the same content creates no new version.
const sourceOf = (links: Links, spec: SpecRow, version: VersionRow) =>
  (version.id === spec.version_id ? spec : version).source_url ??
  `${locationOf(links, spec, version)}/content`;

const toVersion = (links: Links, spec: SpecRow, version: VersionRow) => ({
  object: 'openapi-spec-version' as const,
  id: version.id,
  createdAt: version.created_at.toISOString(),
  url: sourceOf(links, spec, version),
  urls: { location: locationOf(links, spec, version) },
});

// The JSON text of the content is inserted without parsing.
const withUrls = (links: Links, spec: SpecRow, version: VersionRow, filesystem: string) => {
  const source = sourceOf(links, spec, version);
  const publicUrl = spec.visibility === 'public' ? links.fileUrl(publishedPath(spec)) : null;
  const rest = JSON.stringify({ url: source, urls: { source, public: publicUrl } });
  return jsonText<never>(`{"filesystem":${filesystem},${rest.slice(1)}`);
};

/** The API object of the content of a version. */
export const toContent = (links: Links, spec: SpecRow, { version, content }: VersionContent) =>
  withUrls(links, spec, version, content);

/** The content of a version as site renderers read it: as a list of files, of which there is one. */
export const toContentFiles = (links: Links, spec: SpecRow, { version, content }: VersionContent) => {
  const file = JSON.stringify({ dir: './', isEntrypoint: true, references: [], filename: 'openapi.json' });
  return withUrls(links, spec, version, `[${file.slice(0, -1)},"specification":${content}}]`);
};

/** Maps operations to the service, and its results to responses. */
export const versionsHandlers = (
  versions: VersionsService,
  links: Links,
): Handlers<typeof versionsContract> => ({
  listOpenAPISpecVersions: async ({ subject, page }) =>
    listOf(
      page,
      await versions.list(subject, page),
      (row) => [row.id],
      (row) => toVersion(links, subject, row),
    ),
  getLatestOpenAPISpecVersion: async ({ subject }) =>
    toVersion(links, subject, await versions.one(subject, subject.version_id)),
  getLatestOpenAPISpecVersionContent: async ({ subject }) =>
    toContent(links, subject, await versions.content(subject, subject.version_id)),
  getOpenAPISpecVersionById: async ({ subject, params }) =>
    toVersion(links, subject, await versions.one(subject, params.versionId)),
  getOpenAPISpecVersionContentById: async ({ subject, params }) =>
    toContent(links, subject, await versions.content(subject, params.versionId)),
  readPublishedOpenAPISpec: ({ params }) => versions.published(params.organizationId, params.specSlug),
});
