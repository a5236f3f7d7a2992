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
  /** The number of texts. */
  readonly count: number;
  /** The paths and texts, printed while they are read. */
  readonly texts: AsyncIterable<readonly [path: string, text: string]>;
  readonly files: readonly { readonly path: string; readonly open: () => Promise<Readable | undefined> }[];
}

/** Exports spaces as files that an import restores without a change. */
export const createSpaceExportService = ({ db, blobs, revisions, repositories }: Dependencies) => ({
  exportSpace: async (space: SpaceSubject, options: ProgressOptions): Promise<ExportedSpace> => {
    const root = await revisions.headRoot(db, space);
    const { repository, files, count, texts } = await repositories.streamSnapshot(
      space.organization_id,
      root,
      { ...options, ...(await repositories.configurationOf(space)) },
    );
    const others = writeRepository({ ...repository, texts: new Map() });
    return {
      count: count + others.size,
      texts: (async function* () {
        for await (const text of texts()) if (!others.has(text[0])) yield text;
        yield* others;
      })(),
      files: [...files].map(([path, { hash }]) => ({
        path,
        open: () => blobs.open(space.organization_id, hash),
      })),
    };
  },
});
