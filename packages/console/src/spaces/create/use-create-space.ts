import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshContents } from '../../contents/queries.ts';
import { sendFile } from './send-file.ts';
import { filesToSend, type Source } from './source.ts';

/** A space to create. */
export interface NewSpace {
  readonly organizationId: string;
  readonly parent: string | undefined;
  readonly title: string;
  readonly emoji: string | undefined;
  readonly editMode: 'live' | 'locked';
  readonly source: Source;
}

/** The sent part of the files of an import, in bytes. */
export interface UploadProgress {
  readonly done: number;
  readonly total: number;
}

const isImport = ({ type }: Source): boolean => type !== 'empty' && type !== 'template';

/** Starts the import of a source into a new space; returns the address of its progress. */
const startImport = async (
  organizationId: string,
  spaceId: string,
  source: Source,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
) => {
  if (source.type === 'git') {
    await call(
      'POST',
      '/spaces/{spaceId}/git/import',
      {
        params: { spaceId },
        body: {
          url: source.url,
          ref: `refs/heads/${source.branch}`,
          ...(source.folder && { repoProjectDirectory: source.folder }),
        },
      },
      signal,
    );
    return { to: '/s/$spaceId/~/git', params: { spaceId } } as const;
  }
  const keys: string[] = [];
  if (source.type === 'files' || source.type === 'folder') {
    const files = await filesToSend(source);
    const total = files.reduce((sum, { content }) => sum + content.size, 0);
    let sent = 0;
    for (const file of files) {
      keys.push(
        await sendFile(organizationId, file, (bytes) => onProgress({ done: sent + bytes, total }), signal),
      );
      sent += file.content.size;
    }
  }
  const run = await call(
    'POST',
    '/org/{organizationId}/imports',
    {
      params: { organizationId },
      body: {
        source:
          source.type === 'website' ? { type: 'website', url: source.url } : { type: 'file', files: keys },
        target: { space: spaceId },
        // The screen of the preview asks before anything is written.
        preview: true,
      },
    },
    signal,
  );
  return { to: '/s/$spaceId/~/imports/$importRunId', params: { spaceId, importRunId: run.id } } as const;
};

/** Creates a space, sends what is imported into it, and opens it. A space whose import cannot start is removed again. */
export const useCreateSpace = (onDone: () => void) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<{
    readonly isRunning: boolean;
    readonly error: Error | null;
    readonly upload?: UploadProgress;
  }>({ isRunning: false, error: null });
  const running = useRef<AbortController>(undefined);

  const run = async (space: NewSpace, signal: AbortSignal): Promise<void> => {
    const { organizationId, source, title, parent, emoji } = space;
    const created = await call('POST', '/orgs/{organizationId}/spaces', {
      params: { organizationId },
      body: {
        title,
        ...(parent !== undefined && { parent }),
        ...(emoji !== undefined && { emoji }),
        ...(source.type === 'template' && { template: { id: source.template } }),
        // Locked spaces take imports in change requests only.
        ...(isImport(source) ? { empty: true, editMode: 'live' as const } : { editMode: space.editMode }),
      },
    });
    const spaceId = created.id;
    let address: Awaited<ReturnType<typeof startImport>> | undefined;
    try {
      if (isImport(source))
        address = await startImport(
          organizationId,
          spaceId,
          source,
          (upload) => setState({ isRunning: true, error: null, upload }),
          signal,
        );
    } catch (error) {
      await call('DELETE', '/spaces/{spaceId}', { params: { spaceId } });
      throw error;
    } finally {
      void refreshContents(queries);
    }
    onDone();
    await navigate(address ?? { to: '/s/$spaceId/$', params: { spaceId, _splat: '' } });
  };

  return {
    ...state,
    create: (space: NewSpace): void => {
      if (state.isRunning) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ isRunning: true, error: null });
      run(space, controller.signal).catch((error: Error) =>
        setState({ isRunning: false, error: controller.signal.aborted ? null : error }),
      );
    },
    /** Stops sending; the space is removed. */
    cancel: (): void => running.current?.abort(),
  };
};
