import type { Readable } from 'node:stream';
import { writeRepository } from '@lectern/document';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ProgressOptions, RepositoriesService } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';

type Dependencies = Pick<Kernel, 'db' | 'blobs'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
};

/** A space as the files of a Markdown repository. */
export interface ExportedSpace {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly { readonly path: string; readonly open: () => Promise<Readable | undefined> }[];
}

/** Exports spaces as files that an import restores without a change. */
export const createSpaceExportService = ({ db, blobs, revisions, repositories }: Dependencies) => ({
  exportSpace: async (space: SpaceSubject, options: ProgressOptions): Promise<ExportedSpace> => {
    const root = await revisions.headRoot(db, space);
    const { repository, files } = await repositories.exportSnapshot(space.organization_id, root, {
      ...options,
      ...(await repositories.configurationOf(space)),
    });
    return {
      texts: writeRepository(repository),
      files: [...files].map(([path, { hash }]) => ({
        path,
        open: () => blobs.open(space.organization_id, hash),
      })),
    };
  },
});
