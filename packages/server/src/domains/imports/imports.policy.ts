import { policy } from '../../kernel/auth/policy.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { ImportRunRow } from './imports.store.ts';

/** An import, with the space that it goes to, as the caller meets it. */
export interface ImportRunSubject extends ImportRunRow {
  readonly space: SpaceSubject;
  readonly isOwn: boolean;
}

/** Whoever sees the space sees what is imported into it; who began an import may end it, and who edits the space. */
export const importRunPolicy = policy<ImportRunSubject>()('import run', {
  view: ({ space }) => spacePolicy.can.view(space),
  cancel: ({ space, isOwn }) => isOwn || spacePolicy.can.edit(space),
});
