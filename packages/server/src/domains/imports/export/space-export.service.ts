import type { Readable } from 'node:stream';
import {
  configurationPath,
  isRepositoryText,
  partsOf,
  type RepositoryProblem,
  readConfiguration,
  writeRepository,
} from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  foldersOf,
  type ProgressOptions,
  type RepositoriesService,
  type RepositoryConfiguration,
  replacedTexts,
  takenPaths,
  unwrittenVariables,
} from '../../repositories/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import { ImportError } from '../import-files.ts';

type Dependencies = Pick<Kernel, 'db' | 'blobs' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
};

/** The files of a folder that a space is exported to. */
export interface ExistingFolder {
  /** The paths of its files. */
  readonly files: readonly string[];
  /** The paths of links and other things that are not regular files. */
  readonly others: readonly string[];
  /** The text of a file; undefined if it does not exist. */
  textAt(path: string): Promise<string | undefined>;
}

const NEW_FOLDER: ExistingFolder = { files: [], others: [], textAt: async () => undefined };

/** A space as the files of a Markdown repository. */
export interface ExportedSpace {
  /** The number of texts. */
  readonly count: number;
  /** The paths and texts, printed while they are read. */
  readonly texts: AsyncIterable<readonly [path: string, text: string]>;
  readonly files: readonly { readonly path: string; readonly open: () => Promise<Readable | undefined> }[];
  /** Content that was not exported. */
  readonly problems: readonly RepositoryProblem[];
}

/** Exports spaces as files that an import restores without a change. */
export const createSpaceExportService = ({ db, blobs, markdown, revisions, repositories }: Dependencies) => {
  /** The layout as stored for the space, else as the folder says; the folder's `.gitbook.yaml` is kept. */
  const configurationFor = async (
    space: SpaceSubject,
    folder: ExistingFolder,
  ): Promise<RepositoryConfiguration> => {
    const stored = await repositories.configurationOf(space);
    const project = stored?.layout.project ?? '';
    const configuration = await folder.textAt(configurationPath(project));
    const { layout } = stored ?? readConfiguration(configuration, project);
    return {
      layout,
      redirects: [],
      ...stored,
      ...(configuration !== undefined && { configuration }),
    };
  };

  /** The files of a folder that an import would take: those are of the space, all others are left alone. */
  const importedFrom = async (
    folder: ExistingFolder,
    { layout }: RepositoryConfiguration,
  ): Promise<readonly string[]> => {
    const listed = [layout.summary, configurationPath(layout.project)];
    const sources = folder.files.map(async (path) => {
      if (!isRepositoryText(path)) return { path };
      return { path, text: listed.includes(path) ? ((await folder.textAt(path)) ?? '') : '' };
    });
    const { repository } = await markdown.parseRepository(await Promise.all(sources), {
      project: layout.project,
    });
    return [...repository.texts.keys(), ...repository.files];
  };

  const requireWritable = (paths: Iterable<string>, { others }: ExistingFolder): void => {
    const irregular = new Set(others);
    for (const path of irregular.size > 0 ? paths : []) {
      const found = [path, ...foldersOf(path)].find((each) => irregular.has(each));
      if (found !== undefined)
        throw new ImportError(
          `${path} cannot be written, because ${found} is not a regular file or folder. Nothing was exported.`,
        );
    }
  };

  return {
    /** Exports a space to a folder. New content gets names that no file has that an import would leave out. */
    exportSpace: async (
      space: SpaceSubject,
      { folder = NEW_FOLDER, ...options }: ProgressOptions & { readonly folder?: ExistingFolder },
    ): Promise<ExportedSpace> => {
      const root = await revisions.headRoot(db, space);
      const configuration = await configurationFor(space, folder);
      const { layout } = configuration;
      const exported = await repositories.streamSnapshot(space.organization_id, root, {
        ...options,
        ...configuration,
        variablesFile: await folder.textAt(partsOf(layout).variables),
        isTaken: takenPaths([...folder.files, ...folder.others], await importedFrom(folder, configuration)),
      });
      const { repository, files, paths, count, texts } = exported;
      const others = writeRepository({ ...repository, texts: new Map() });
      const summary = await folder.textAt(layout.summary);
      if (summary !== undefined) {
        const existing = { text: summary, files: [...folder.files, ...paths.values()] };
        const printed = others.get(layout.summary)!;
        others.set(layout.summary, await markdown.keepLeftOut(printed, existing, layout));
      }
      requireWritable([...paths.values(), ...others.keys()], folder);
      return {
        count: count + others.size,
        texts: (async function* () {
          for await (const [path, printed] of texts()) {
            if (others.has(path)) continue;
            const existing = await folder.textAt(path);
            const replaced =
              existing === undefined
                ? undefined
                : await replacedTexts(markdown, exported, [{ path, printed, existing }], options.signal);
            yield [path, replaced?.get(path) ?? printed] as const;
          }
          yield* others;
        })(),
        files: [...files].map(([path, { hash }]) => ({
          path,
          open: () => blobs.open(space.organization_id, hash),
        })),
        problems: unwrittenVariables(repository),
      };
    },
  };
};

/** Exports spaces as files. */
export type SpaceExportService = ReturnType<typeof createSpaceExportService>;
