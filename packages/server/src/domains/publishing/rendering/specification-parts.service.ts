import { text as readText } from 'node:stream/consumers';
import { type ContentRef, type FileRecord, keys, readFiles } from '@lectern/document';
import { type OpenApiDocument, withAbsoluteServers } from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import type {
  PartSelector,
  ReadSpecification,
  SpecificationFile,
  SpecificationPart,
} from '../../../kernel/openapi/specifications.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { Snapshot } from '../../content/index.ts';
import type { ReferencedSpecification } from './page-data.ts';
import type { RemoteFilesService } from './remote-files.service.ts';
import { fileNameIn, mayBeSwagger, SPACE_FILES_URL } from './specification-files.ts';

/** The text of a specification with its hash. */
export interface SpecificationSource {
  readonly hash: string;
  /** The URL that it was fetched from, if any. */
  readonly url?: string | undefined;
  /** Whether the text is a bundled OpenAPI 3 document as JSON, which need not be parsed: that takes seconds for a large one. */
  readonly isRead?: boolean;
  text(): Promise<string | undefined>;
}

/** Finds a specification of an organization by its slug. */
export type SpecificationNamed = (
  organizationId: string,
  slug: string,
) => Promise<SpecificationSource | undefined>;

interface Dependencies extends Pick<Kernel, 'blobs' | 'clock' | 'specifications'> {
  readonly remoteFiles: RemoteFilesService;
  readonly specificationNamed: SpecificationNamed;
}

/** The part of a specification that a page shows. */
export interface ShownPart {
  readonly document: OpenApiDocument;
  readonly described: ReadonlyMap<string, SpecificationPart['described'][number][1]>;
}

/** A part of a specification; undefined if it cannot be read. */
export interface LoadedPart {
  readonly part: ShownPart | undefined;
  /** Time until which it may be shown. */
  readonly until: number;
}

/** Files of a space by id. */
type FilesById = ReadonlyMap<string, FileRecord | undefined>;
/** Files of a space by name, as JSON text. */
type FilesByName = ReadonlyMap<string, { readonly hash: string; readonly json: string }>;

/** The current source of a specification. */
interface CurrentSource {
  readonly source: SpecificationSource | undefined;
  readonly until: number;
}

/** A cached result; undefined values are results of failed attempts, which expire. */
interface Cached<T> {
  readonly value: T | undefined;
  readonly size: number;
}

// A failure may be due to a busy server: the specification is read again after this time.
const RETRY_AFTER_MS = 10 * 60 * 1000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 20;
const MAX_READ_CHARACTERS = 96 * 1024 * 1024;
const MAX_PART_CHARACTERS = 48 * 1024 * 1024;
const ALWAYS = Number.POSITIVE_INFINITY;
const NO_SOURCE: CurrentSource = { source: undefined, until: ALWAYS };

/** Finds the files of a space that references name, in one query. */
const filesOf = async ({ space, view }: Snapshot, refs: readonly ContentRef[]): Promise<FilesById> => {
  const ids = refs.flatMap((ref) =>
    ref.kind === 'file' && (ref.space ?? space.id) === space.id ? [ref.file] : [],
  );
  const found = await view.getMany(ids.map(keys.file));
  return new Map(ids.map((id) => [id, found.get(keys.file(id)) as FileRecord | undefined]));
};

/** Makes the service that loads parts of OpenAPI specifications, parsed in threads and cached by hash. */
export const createSpecificationPartsService = (deps: Dependencies) => {
  const { blobs, clock, specifications, remoteFiles, specificationNamed } = deps;
  const now = () => clock.now().getTime();

  /** A cache whose failed results expire. */
  const createCache = <T>(maxSize: number) => {
    const cache = createPromiseCache<Cached<T> & { readonly expiresAt: number }>({
      maxSize,
      sizeOf: ({ size }, key) => size + key.length + 100,
      isExpired: ({ expiresAt }) => expiresAt <= now(),
    });
    return async (key: string, load: () => Promise<Cached<T>>): Promise<T | undefined> => {
      const { value } = await cache.get(key, async () => {
        const loaded = await load();
        return { ...loaded, expiresAt: loaded.value === undefined ? now() + RETRY_AFTER_MS : ALWAYS };
      });
      return value;
    };
  };
  const cachedRead = createCache<ReadSpecification>(MAX_READ_CHARACTERS);
  const cachedPart = createCache<ShownPart>(MAX_PART_CHARACTERS);

  const sourceOfFile = (organization: string, { hash, size }: FileRecord): SpecificationSource => ({
    hash,
    text: async () => {
      const bytes = size <= MAX_FILE_BYTES ? await blobs.open(organization, hash) : undefined;
      return bytes && readText(bytes);
    },
  });

  const sourceOf = async (
    organization: string,
    files: FilesById,
    ref: ContentRef,
  ): Promise<CurrentSource> => {
    switch (ref.kind) {
      case 'file': {
        const file = files.get(ref.file);
        return { source: file && sourceOfFile(organization, file), until: ALWAYS };
      }
      case 'url': {
        if (!/^https?:/i.test(ref.url)) return NO_SOURCE;
        const { file, until } = await remoteFiles.read(organization, ref.url);
        return { source: file && { hash: file.hash, url: ref.url, text: async () => file.text }, until };
      }
      case 'openapi':
        return { source: await specificationNamed(organization, ref.spec), until: ALWAYS };
      default:
        return NO_SOURCE;
    }
  };

  const readSource = (organization: string, { hash, text, isRead }: SpecificationSource) =>
    cachedRead(`${organization} ${hash}`, async () => {
      const content = await text();
      if (content === undefined) return { value: undefined, size: 0 };
      const value = isRead ? { json: content, files: [] } : await specifications.read(content);
      return { value, size: value?.json.length ?? 0 };
    });

  /** The files of the space that a specification refers to, directly or indirectly, by name. */
  const referencedFiles = async (snapshot: Snapshot, main: ReadSpecification): Promise<FilesByName> => {
    const found = new Map<string, { readonly hash: string; readonly json: string }>();
    if (main.files.length === 0) return found;
    const all = [...(await readFiles(snapshot.view)).values()];
    const names = [...main.files];
    for (let name = names.pop(); name !== undefined && found.size < MAX_FILES; name = names.pop()) {
      const file = found.has(name) ? undefined : all.find((one) => one.name === name);
      const organization = snapshot.space.organization_id;
      const other = file && (await readSource(organization, sourceOfFile(organization, file)));
      if (!other) continue;
      found.set(name, { hash: file.hash, json: other.json });
      names.push(...other.files);
    }
    return found;
  };

  /** Bundles a specification of OpenAPI 2 with its files; undefined for other versions. */
  const bundleSwagger = async (
    { text }: SpecificationSource,
    others: FilesByName,
  ): Promise<string | undefined> => {
    const content = others.size > 0 ? await text() : undefined;
    if (content === undefined || !mayBeSwagger(content)) return undefined;
    const main = await specifications.parseFile(content, true);
    if ('errors' in main) return undefined;
    const files: SpecificationFile[] = [{ url: SPACE_FILES_URL, text: content, json: main.json }];
    const added = new Set<string>();
    for (let isMore = true; isMore; ) {
      const missing = await specifications.missingFiles(files.map(({ url, json }) => ({ url, json })));
      const before = files.length;
      for (const { url } of 'errors' in missing ? [] : missing) {
        const other = url === undefined || added.has(url) ? undefined : others.get(fileNameIn(url) ?? '');
        if (!other) continue;
        added.add(url!);
        files.push({ url: url!, text: other.json, json: other.json });
      }
      isMore = files.length > before && files.length <= MAX_FILES;
    }
    const bundle = await specifications.bundle(files);
    return 'errors' in bundle ? undefined : bundle.json;
  };

  const extractPart = async (
    source: SpecificationSource,
    main: ReadSpecification,
    bundle: ReadSpecification | undefined,
    others: FilesByName,
    parts: readonly PartSelector[],
  ): Promise<Cached<ShownPart>> => {
    // Without a bundle, the specification is shown as far as possible.
    const files = bundle ? {} : Object.fromEntries([...others].map(([name, { json }]) => [name, json]));
    const json = await specifications.part((bundle ?? main).json, parts, files);
    if (json === undefined) return { value: undefined, size: 0 };
    const { document, described } = JSON.parse(json) as SpecificationPart;
    const shown = source.url === undefined ? document : withAbsoluteServers(document, source.url);
    return { value: { document: shown, described: new Map(described) }, size: json.length };
  };

  const partOf = async (
    snapshot: Snapshot,
    source: SpecificationSource,
    parts: readonly PartSelector[],
  ): Promise<ShownPart | undefined> => {
    const organization = snapshot.space.organization_id;
    const main = await readSource(organization, source);
    if (!main) return undefined;
    const others = await referencedFiles(snapshot, main);
    const hashes = [...others].map(([name, { hash }]) => [name, hash]);
    return cachedPart(JSON.stringify([organization, source.hash, source.url, hashes, parts]), async () => {
      const bundle = await cachedRead(JSON.stringify([organization, source.hash, hashes]), async () => {
        const json = await bundleSwagger(source, others);
        return { value: json === undefined ? undefined : { json, files: [] }, size: json?.length ?? 0 };
      });
      return extractPart(source, main, bundle, others, parts);
    });
  };

  return {
    filesOf,

    /** Loads the parts of a specification that a page refers to. */
    load: async (
      snapshot: Snapshot,
      files: FilesById,
      { ref, parts }: ReferencedSpecification,
    ): Promise<LoadedPart> => {
      const { source, until } = await sourceOf(snapshot.space.organization_id, files, ref);
      const part = source && (await partOf(snapshot, source, parts));
      return { part, until: source && !part ? Math.min(until, now() + RETRY_AFTER_MS) : until };
    },
  };
};

/** Parts of OpenAPI specifications. */
export type SpecificationPartsService = ReturnType<typeof createSpecificationPartsService>;
