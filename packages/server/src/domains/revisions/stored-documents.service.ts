import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import { bodyTexts, findDocuments, insertDocuments } from './revisions.store.ts';

const CACHED_CHARACTERS = 32 * 1024 * 1024;

/** Parses a body into the JSON of its document; a new version invalidates all stored documents. */
export interface DocumentParser {
  readonly version: number;
  parse(markdown: string): Promise<string>;
}

/** Reads the documents of bodies, which are parsed once, then stored. */
export const createStoredDocumentsService = ({
  db,
  documents,
}: Pick<Kernel, 'db'> & { readonly documents: DocumentParser }) => {
  // The documents of bodies, as JSON.
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
  });
  const pendingDocuments = new Map<string, Promise<string>>();

  /** The documents of bodies as JSON, by body; parsed once, then stored. */
  const documentsOf = async (
    organizationId: string,
    bodies: readonly string[],
  ): Promise<Map<string, string>> => {
    const documentKey = (body: string) => `${organizationId}/d/${body}`;
    const found = new Map<string, string>();
    const missing = (among: readonly string[]) => among.filter((body) => !found.has(body));
    const take = (some: ReadonlyMap<string, string>) => {
      for (const [body, document] of some) {
        found.set(body, document);
        texts.set(documentKey(body), document);
      }
    };
    for (const body of bodies) {
      const known = texts.get(documentKey(body));
      if (known !== undefined) found.set(body, known);
    }
    const unknown = missing(bodies);
    if (unknown.length === 0) return found;
    take(await findDocuments(db, organizationId, unknown, documents.version));
    const unmade = missing(unknown);
    if (unmade.length === 0) return found;
    const markdowns = await bodyTexts.find(db, organizationId, unmade);
    const lost = unmade.find((body) => !markdowns.has(body));
    if (lost !== undefined) throw new Error(`A body of the content is missing: ${lost}`);
    const made = new Map<string, string>();
    for (const [body, markdown] of markdowns) made.set(body, await documents.parse(markdown));
    // Only a cache: pages stay readable while nothing can be written.
    await insertDocuments(db, organizationId, documents.version, made).catch(() => undefined);
    take(made);
    return found;
  };

  return {
    documentsOf,

    /** The document of a body as JSON; concurrent calls for the same body share the work. */
    documentOf: async (organizationId: string, body: string | undefined): Promise<string> => {
      if (body === undefined) return documents.parse('');
      const key = `${organizationId}/d/${body}`;
      const known = texts.get(key);
      if (known !== undefined) return known;
      const pending =
        pendingDocuments.get(key) ??
        documentsOf(organizationId, [body])
          .then((documents) => documents.get(body)!)
          .finally(() => pendingDocuments.delete(key));
      pendingDocuments.set(key, pending);
      return pending;
    },
  };
};
