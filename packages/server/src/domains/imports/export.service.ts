import type { Readable } from 'node:stream';
import { writeRepository } from '@lectern/document';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RepositoriesService, Watching } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';

type Dependencies = Pick<Kernel, 'db' | 'blobs'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
};

/** A space as the files of a repository. */
export interface ExportedSpace {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly { readonly path: string; readonly open: () => Promise<Readable | undefined> }[];
}

/** Taking content along: what an import takes back without a change. */
export const createExportingService = ({ db, blobs, revisions, repositories }: Dependencies) => ({
  read: async (space: SpaceSubject, watching: Watching): Promise<ExportedSpace> => {
    const root = await revisions.headRoot(db, space);
    const { repository, files } = await repositories.describe(space.organization_id, root, {
      ...watching,
      ...(await repositories.configuredFor(space)),
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
