import {
  ContentError,
  type ContentRef,
  decodeUri,
  type FileRecord,
  fileNameOf,
  findByPath,
  freeFileName,
  keys,
  readFiles,
} from '@lectern/document';
import { refineMediaType } from '../../../kernel/blobs/media-type.ts';
import type { NewId } from '../../../kernel/ids.ts';
import type { Draft } from '../../revisions/index.ts';
import type { FileBytes, RequestedFile } from '../files/files.service.ts';
import type { Change, ChangeOf } from './editing.contract.ts';

/** Received files by their place in the request body. */
export type BytesByPath = ReadonlyMap<string, FileBytes>;

const hasSource = ({ url, base64 }: RequestedFile['source']) => url !== undefined || base64 !== undefined;

/** The files that have to be received before changes can be applied. */
export const filesOf = (changes: readonly Change[]): RequestedFile[] =>
  changes.flatMap((change, index): RequestedFile[] => {
    const path = `body.changes.${index}`;
    if (change.operation === 'insert_files')
      return change.files.map((source, at) => ({ path: `${path}.files.${at}`, source }));
    return change.operation === 'update_file' && hasSource(change) ? [{ path, source: change }] : [];
  });

/** One prepared change that inserts a file whose bytes are stored already. */
export const fileInsertion = (name: string, contentType: string, bytes: FileBytes) => ({
  changes: [{ operation: 'insert_files' as const, files: [{ name, contentType }] }],
  bodies: new Map<string, never>(),
  bytes: new Map([['body.changes.0.files.0', bytes]]),
});

/** The operations of an edit that change files. */
export const createFileChanges = (
  draft: Draft,
  changes: readonly Change[],
  bytes: BytesByPath,
  newId: NewId,
) => {
  // Assigned before the first change: a page may refer to a file of a later change.
  const ids = new Map<string, string>();
  for (const change of changes)
    if (change.operation === 'insert_files')
      for (const { ref } of change.files) if (ref !== undefined) ids.set(ref, newId());
  const inserted: (readonly [id: string, file: FileRecord])[] = [];

  // Names are unique regardless of case, for file systems that ignore it.
  let names: Map<string, string> | undefined;
  const nameFor = async (requested: string, id: string): Promise<string> => {
    names ??= new Map([...(await readFiles(draft.view))].map(([own, { name }]) => [name.toLowerCase(), own]));
    const taken = names;
    const name = freeFileName(fileNameOf(requested), (each) => (taken.get(each.toLowerCase()) ?? id) !== id);
    names.set(name.toLowerCase(), id);
    return name;
  };
  const releaseName = (name: string) => names?.delete(name.toLowerCase());

  const fileOf = async (id: string): Promise<FileRecord> => {
    const found = (await draft.view.getMany([keys.file(id)])).get(keys.file(id));
    if (!found) throw new ContentError('missing', 'file', `is not an existing file (${id})`);
    return found as FileRecord;
  };
  const checkRef = async (ref: string, field: string) => {
    const page = await findByPath(draft.view, ref);
    if (page && !page.moved) throw new ContentError('invalid', field, 'is already the path of a page');
  };
  const toRecord = (found: FileBytes, name: string, declaredType: string | undefined): FileRecord => ({
    ...found,
    name,
    contentType: refineMediaType(found.contentType, name, declaredType),
  });
  const resolve = (id: string) => ids.get(id) ?? id;

  /** Replaces a ref of a file in a content reference by the id of the file. */
  const resolveRef = <Ref extends ContentRef>(ref: Ref): Ref | Extract<ContentRef, { kind: 'file' }> => {
    if (ref.kind === 'file') return ids.has(ref.file) ? { ...ref, file: ids.get(ref.file)! } : ref;
    const local = ref.kind === 'url' ? /^\.\/(.+)$/.exec(ref.url)?.[1] : undefined;
    const id = local === undefined ? undefined : (ids.get(local) ?? ids.get(decodeUri(local)));
    return id === undefined ? ref : { kind: 'file', file: id };
  };

  return {
    inserted: inserted as readonly (readonly [id: string, file: FileRecord])[],

    operations: {
      insert_files: async ({ files }: ChangeOf<'insert_files'>, path: string) => {
        for (const [index, { ref, name: requested, contentType }] of files.entries()) {
          if (ref !== undefined) await checkRef(ref, `files.${index}.ref`);
          const id = ref === undefined ? newId() : ids.get(ref)!;
          const name = await nameFor(requested, id);
          const file = toRecord(bytes.get(`${path}.files.${index}`)!, name, contentType);
          draft.putFile(id, file);
          inserted.push([id, file]);
        }
      },
      update_file: async (change: ChangeOf<'update_file'>, path: string) => {
        const id = resolve(change.file);
        const { name: was, dimensions, ...before } = await fileOf(id);
        const name = change.name === undefined ? was : await nameFor(change.name, id);
        if (name.toLowerCase() !== was.toLowerCase()) releaseName(was);
        const found = bytes.get(path);
        const file = found ? toRecord(found, name, change.contentType) : { ...before, name };
        const fields = [...(found ? ['content'] : []), ...(change.name === undefined ? [] : ['name'])];
        draft.putFile(id, found || !dimensions ? file : { ...file, dimensions }, fields);
      },
      delete_file: async ({ file }: ChangeOf<'delete_file'>) => {
        const id = resolve(file);
        releaseName((await fileOf(id)).name);
        draft.deleteFile(id);
      },
    },

    resolveRef,
  };
};
