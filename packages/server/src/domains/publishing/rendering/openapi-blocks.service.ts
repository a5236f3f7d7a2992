import { text as readText } from 'node:stream/consumers';
import { type ContentRef, type FileRecord, keys, readFiles, stableRefs } from '@lectern/document';
import { foundAt, type OpenApiDocument, type RenderContext } from '@lectern/site';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import type {
  NamedFile,
  PartOf,
  ReadSpecification,
  SpecificationPart,
} from '../../../kernel/openapi/specifications.ts';
import type { Snapshot } from '../../content/index.ts';
import type { WantedSpecification } from './page-data.ts';
import type { RemoteService } from './remote-files.service.ts';
import { FOLDER, isOfTwo, NOT_WHOLE, nameIn } from './specification-files.ts';

/** The text of a specification, by what names it: the same name is the same text. */
export interface SpecificationSource {
  readonly hash: string;
  /** Where it was found, if it has an address. */
  readonly url?: string | undefined;
  /** Whether the text is one document of OpenAPI 3 as JSON already: reading a large one takes seconds. */
  readonly isRead?: boolean;
  text(): Promise<string | undefined>;
}

/** A specification that an organization gave a name; undefined where there is none. */
export type SpecificationNamed = (
  organizationId: string,
  slug: string,
) => Promise<SpecificationSource | undefined>;

interface Dependencies extends Pick<Kernel, 'blobs' | 'clock' | 'specifications'> {
  readonly remote: RemoteService;
  readonly specificationNamed: SpecificationNamed;
}

interface ShownPart {
  readonly document: OpenApiDocument;
  readonly described: ReadonlyMap<string, SpecificationPart['described'][number][1]>;
}

type Files = ReadonlyMap<string, FileRecord | undefined>;
/** Files of a space by name, as JSON text. */
type Others = ReadonlyMap<string, { readonly hash: string; readonly json: string }>;

/** Where a specification comes from now, and until when that is true. */
interface Sourced {
  readonly source: SpecificationSource | undefined;
  readonly until: number;
}

/** The part of a specification that a page shows, and until when it may be shown. */
interface Supplied {
  readonly part: ShownPart | undefined;
  readonly until: number;
}

/** What is kept of a text: that it is no specification, too. */
interface Kept<T> {
  readonly value: T | undefined;
  readonly size: number;
}

// How long a page waits: the first reader of a large specification does; what takes longer is there for the next one.
const TIMEOUT_MS = 8000;
// What could not be read may have come at a busy moment: it is tried again.
const FAILED_FOR_MS = 10 * 60 * 1000;
const LARGEST_FILE = 10 * 1024 * 1024;
const MOST_FILES = 20;
const READ_CHARACTERS = 96 * 1024 * 1024;
const PART_CHARACTERS = 48 * 1024 * 1024;
const ALWAYS = Number.POSITIVE_INFINITY;
const LATE: Supplied = { part: undefined, until: NOT_WHOLE };
const NOTHING: Sourced = { source: undefined, until: ALWAYS };

/** A cache that makes what it does not have, once for all who ask at the same time. */
const keptUpTo = <T>(maxSize: number) =>
  new LRUCache<string, Kept<T>, () => Promise<Kept<T>>>({
    maxSize,
    sizeCalculation: ({ size }, key) => size + key.length + 100,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: make, options }) => {
      const made = await make();
      if (made.value === undefined) options.ttl = FAILED_FOR_MS;
      return made;
    },
  });

/** Specifications of APIs as pages show them: read in threads, kept by what names their text. */
export const createApisService = (deps: Dependencies) => {
  const { blobs, clock, specifications, remote, specificationNamed } = deps;
  const read = keptUpTo<ReadSpecification>(READ_CHARACTERS);
  const parts = keptUpTo<ShownPart>(PART_CHARACTERS);
  // What a reader has waited for in vain, and is still coming: nobody else waits for it.
  const late = new Set<string>();

  const sourceOfFile = (organization: string, { hash, size }: FileRecord): SpecificationSource => ({
    hash,
    text: async () => {
      const bytes = size <= LARGEST_FILE ? await blobs.open(organization, hash) : undefined;
      return bytes && readText(bytes);
    },
  });

  /** The files of a space that references mean, in one look for all of them. */
  const filesOf = async ({ space, view }: Snapshot, refs: readonly ContentRef[]): Promise<Files> => {
    const ids = refs.flatMap((ref) =>
      ref.kind === 'file' && (ref.space ?? space.id) === space.id ? [ref.file] : [],
    );
    const found = await view.getMany(ids.map(keys.file));
    return new Map(ids.map((id) => [id, found.get(keys.file(id)) as FileRecord | undefined]));
  };

  /** Where what a reference means comes from, by its kind. */
  const sourceOf = async (organization: string, files: Files, ref: ContentRef): Promise<Sourced> => {
    switch (ref.kind) {
      case 'file': {
        const file = files.get(ref.file);
        return { source: file && sourceOfFile(organization, file), until: ALWAYS };
      }
      case 'url': {
        if (!/^https?:/i.test(ref.url)) return NOTHING;
        const { found, until } = await remote.read(organization, ref.url);
        return { source: found && { hash: found.hash, url: ref.url, text: async () => found.text }, until };
      }
      case 'openapi':
        return { source: await specificationNamed(organization, ref.spec), until: ALWAYS };
      default:
        return NOTHING;
    }
  };

  const reading = async (organization: string, { hash, text, isRead }: SpecificationSource) => {
    const kept = await read.fetch(`${organization} ${hash}`, {
      context: async () => {
        const given = await text();
        if (given === undefined) return { value: undefined, size: 0 };
        const value = isRead ? { json: given, files: [] } : await specifications.read(given);
        return { value, size: value?.json.length ?? 0 };
      },
    });
    return kept?.value;
  };

  /** The files of the space that a specification refers to, and those that these refer to, by name. */
  const filesAround = async (snapshot: Snapshot, main: ReadSpecification): Promise<Others> => {
    const found = new Map<string, { readonly hash: string; readonly json: string }>();
    if (main.files.length === 0) return found;
    const all = [...(await readFiles(snapshot.view)).values()];
    const wanted = [...main.files];
    for (let name = wanted.pop(); name !== undefined && found.size < MOST_FILES; name = wanted.pop()) {
      const file = found.has(name) ? undefined : all.find((one) => one.name === name);
      const organization = snapshot.space.organization_id;
      const other = file && (await reading(organization, sourceOfFile(organization, file)));
      if (!other) continue;
      found.set(name, { hash: file.hash, json: other.json });
      wanted.push(...other.files);
    }
    return found;
  };

  /** A specification of version 2 with its files, brought together as those that have a name; undefined for others. */
  const broughtTogether = async (
    { text }: SpecificationSource,
    others: Others,
  ): Promise<string | undefined> => {
    const given = others.size > 0 ? await text() : undefined;
    if (given === undefined || !isOfTwo(given)) return undefined;
    const main = await specifications.take(given, true);
    if ('errors' in main) return undefined;
    const files: NamedFile[] = [{ url: FOLDER, text: given, json: main.json }];
    const tried = new Set<string>();
    for (let isMore = true; isMore; ) {
      const missing = await specifications.wanted(files.map(({ url, json }) => ({ url, json })));
      const before = files.length;
      for (const { url } of 'errors' in missing ? [] : missing) {
        const other = url === undefined || tried.has(url) ? undefined : others.get(nameIn(url) ?? '');
        if (!other) continue;
        tried.add(url!);
        files.push({ url: url!, text: other.json, json: other.json });
      }
      isMore = files.length > before && files.length <= MOST_FILES;
    }
    const whole = await specifications.bundle(files);
    return 'errors' in whole ? undefined : whole.json;
  };

  const partOf = async (
    snapshot: Snapshot,
    source: SpecificationSource,
    wanted: readonly PartOf[],
  ): Promise<ShownPart | undefined> => {
    const organization = snapshot.space.organization_id;
    const whole = await reading(organization, source);
    if (!whole) return undefined;
    const others = await filesAround(snapshot, whole);
    const names = [...others].map(([name, { hash }]) => [name, hash]);
    const kept = await parts.fetch(JSON.stringify([organization, source.hash, source.url, names, wanted]), {
      context: async () => {
        const together = await read.fetch(JSON.stringify([organization, source.hash, names]), {
          context: async () => {
            const json = await broughtTogether(source, others);
            return { value: json === undefined ? undefined : { json, files: [] }, size: json?.length ?? 0 };
          },
        });
        // What cannot be brought together is shown as far as it can be.
        const files = together?.value
          ? {}
          : Object.fromEntries([...others].map(([name, { json }]) => [name, json]));
        const json = await specifications.part((together?.value ?? whole).json, wanted, files);
        if (json === undefined) return { value: undefined, size: 0 };
        const { document, described } = JSON.parse(json) as SpecificationPart;
        const shown = source.url === undefined ? document : foundAt(document, source.url);
        return { value: { document: shown, described: new Map(described) }, size: json.length };
      },
    });
    return kept?.value;
  };

  const supply = async (
    snapshot: Snapshot,
    files: Files,
    { ref, parts: wanted }: WantedSpecification,
  ): Promise<Supplied> => {
    const { source, until } = await sourceOf(snapshot.space.organization_id, files, ref);
    const part = source && (await partOf(snapshot, source, wanted));
    return { part, until: source && !part ? Math.min(until, clock.now().getTime() + FAILED_FOR_MS) : until };
  };

  /** The same as far as it comes in time: a page is shown without the rest, and without what cannot be read. */
  const suppliedOrLate = async (
    snapshot: Snapshot,
    files: Files,
    one: WantedSpecification,
    patience: Promise<Supplied>,
  ): Promise<Supplied> => {
    const key = JSON.stringify([snapshot.space.organization_id, stableRefs.print(one.ref), one.parts]);
    if (late.has(key)) return LATE;
    let isDone = false;
    const coming = supply(snapshot, files, one)
      .catch(() => LATE)
      .finally(() => {
        isDone = true;
        late.delete(key);
      });
    const given = patience.then((none) => {
      if (!isDone) late.add(key);
      return none;
    });
    return Promise.race([coming, given]);
  };

  return {
    /** The specifications that a page shows parts of, as far as they are there in time. */
    shown: async (
      snapshot: Snapshot,
      wanted: readonly WantedSpecification[],
    ): Promise<Pick<RenderContext, 'openapiOf' | 'describedOf'> & { readonly until: number }> => {
      if (wanted.length === 0) return { until: ALWAYS };
      const files = await filesOf(
        snapshot,
        wanted.map(({ ref }) => ref),
      );
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<Supplied>((resolve) => {
        timer = setTimeout(() => resolve(LATE), TIMEOUT_MS);
      });
      const found = await Promise.all(wanted.map((one) => suppliedOrLate(snapshot, files, one, patience)));
      clearTimeout(timer);
      const documents = new Map(
        wanted.map(({ ref }, at) => [stableRefs.print(ref), found[at]!.part?.document]),
      );
      const described = new Map(found.flatMap(({ part }) => [...(part?.described ?? [])]));
      return {
        openapiOf: (ref) => documents.get(stableRefs.print(ref)),
        describedOf: (markdown) => described.get(markdown),
        until: Math.min(ALWAYS, ...found.map(({ until }) => until)),
      };
    },
  };
};

/** Specifications of APIs as pages show them. */
export type ApisService = ReturnType<typeof createApisService>;
