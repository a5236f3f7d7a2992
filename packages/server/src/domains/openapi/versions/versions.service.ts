import { Readable } from 'node:stream';
import type { FileResponse } from '../../../kernel/contract/file-response.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { findSpec, type SpecRow } from '../openapi.store.ts';
import { findContent, findVersion, listVersions, type VersionRow } from './versions.store.ts';

/** A version and its content. */
export interface VersionContent {
  readonly version: VersionRow;
  /** A single OpenAPI 3 document as JSON text. */
  readonly content: string;
}

/** Versions of specifications. */
export const createVersionsService = ({ db }: Pick<Kernel, 'db'>) => {
  const one = async (spec: SpecRow, versionId: string | null): Promise<VersionRow> => {
    const found = versionId === null ? undefined : await findVersion(db, spec, versionId);
    if (!found) throw notFound('version');
    return found;
  };
  const content = async (spec: SpecRow, versionId: string | null): Promise<VersionContent> => {
    const version = await one(spec, versionId);
    const text = await findContent(db, spec, version.id);
    if (text === undefined) throw notFound('version');
    return { version, content: text };
  };

  return {
    list: (spec: SpecRow, page: PageRequest) => listVersions(db, spec, page),
    one,
    content,

    /** The latest version of a specification by its hash; `text` loads the content. */
    named: async (organizationId: string, slug: string) => {
      const spec = await findSpec(db, organizationId, slug.toLowerCase());
      const version = spec?.version_id ? await findVersion(db, spec, spec.version_id) : undefined;
      if (!spec || !version) return undefined;
      const url = spec.source_url ?? undefined;
      return { hash: version.hash, url, isRead: true, text: () => findContent(db, spec, version.id) };
    },

    /** The content of the latest version; the caller checks permissions. */
    latest: async (organizationId: string, slug: string): Promise<{ spec: SpecRow } & VersionContent> => {
      const spec = await findSpec(db, organizationId, slug.toLowerCase());
      if (!spec) throw notFound('OpenAPI specification');
      return { spec, ...(await content(spec, spec.version_id)) };
    },

    /** The latest version of a public specification, as a file. */
    published: async (organizationId: string, slug: string): Promise<FileResponse> => {
      const spec = await findSpec(db, organizationId, slug.toLowerCase());
      if (spec?.visibility !== 'public') throw notFound('OpenAPI specification');
      const { version, content: text } = await content(spec, spec.version_id);
      const bytes = Buffer.from(text);
      return {
        name: `${spec.slug}.json`,
        contentType: 'application/json',
        size: bytes.length,
        hash: version.hash,
        maxAge: 0,
        open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
      };
    },
  };
};

/** Service for versions of specifications. */
export type VersionsService = ReturnType<typeof createVersionsService>;
