import type { ContentRef } from '@lectern/document';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Change } from './editing.contract.ts';

/** The refs that changes give to the objects that they create, with their place in the request body. */
const refsOf = (changes: readonly Change[]): { path: string; ref: string }[] =>
  changes.flatMap((change, index) => {
    const path = `body.changes.${index}`;
    const refs =
      change.operation === 'insert_files'
        ? change.files.map(({ ref }, at) => ({ path: `${path}.files.${at}.ref`, ref }))
        : [{ path: `${path}.ref`, ref: 'ref' in change ? change.ref : undefined }];
    return refs.flatMap(({ path: at, ref }) => (ref === undefined ? [] : [{ path: at, ref }]));
  });

/** Refuses changes that use a ref twice. */
export const requireUniqueRefs = (changes: readonly Change[]): void => {
  const seen = new Set<string>();
  for (const { path, ref } of refsOf(changes)) {
    if (seen.has(ref)) throw invalid({ path, message: 'is used twice: each ref names one object' });
    seen.add(ref);
  }
};

/** Makes the function that replaces refs in content references by the ids that the edit has created for them. */
export const refResolver =
  (
    pageIds: ReadonlyMap<string, string>,
    reusableIds: ReadonlyMap<string, string>,
    resolveFile: (ref: ContentRef) => ContentRef,
  ) =>
  (ref: ContentRef): ContentRef => {
    if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined)
      return pageIds.has(ref.page) ? { ...ref, page: pageIds.get(ref.page)! } : ref;
    if (ref.kind === 'reusable-content')
      return { ...ref, reusableContent: reusableIds.get(ref.reusableContent) ?? ref.reusableContent };
    const local = ref.kind === 'url' ? /^\.\/([^/#]+)(?:#(.+))?$/.exec(ref.url) : null;
    const reusableContent = local && reusableIds.get(local[1]!);
    if (reusableContent) return { kind: 'reusable-content', reusableContent };
    const page = local && pageIds.get(local[1]!);
    if (!page) return resolveFile(ref);
    return local[2] === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor: local[2], page };
  };
