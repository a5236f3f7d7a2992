import { policy } from '../../../kernel/auth/policy.ts';
import { type SpaceSubject, spacePolicy } from '../../spaces/index.ts';
import type { ImportRunRow } from './import-runs.store.ts';

/** An import, with its target space as the caller sees it. */
export interface ImportRunSubject extends ImportRunRow {
  readonly space: SpaceSubject;
  readonly isOwn: boolean;
}

/** Readers of a space can see its imports; editors, and the user who started an import, can cancel it. */
export const importRunPolicy = policy<ImportRunSubject>()('import run', {
  view: ({ space }) => spacePolicy.can.view(space),
  cancel: ({ space, isOwn }) => isOwn || spacePolicy.can.edit(space),
});
