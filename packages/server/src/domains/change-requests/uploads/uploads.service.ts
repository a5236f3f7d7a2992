import type { FileRecord } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { type EditingService, type FilesService, insertionOf } from '../../content/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import type { ChangeRequestContentService } from '../content/content.service.ts';

interface Dependencies {
  readonly files: FilesService;
  readonly editing: EditingService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ChangeRequestContentService;
}

/** A file that has come in, and where it is to go. */
interface IncomingFile {
  readonly name: string;
  readonly contentType: string;
  readonly file: ReceivedBlob;
  readonly fields: { readonly changeRequest?: string | undefined; readonly name?: string | undefined };
}

/** Files that come along as they are: taken in as they come, then put where they belong. */
export const createUploadsService = ({ files, editing, changeRequests, content }: Dependencies) => {
  const requestOf = async (
    caller: Caller,
    space: SpaceSubject,
    id: string,
  ): Promise<ChangeRequestSubject> => {
    const request = await changeRequests.find(caller.principal.userId, space.id, id);
    if (request) return request;
    throw invalid({ path: 'body.changeRequest', message: 'is no change request of this space' });
  };

  /** The change request that a file goes to, if any; refuses what takes no files. */
  const targetOf = async (caller: Caller, space: SpaceSubject, id: string | undefined) => {
    if (id === undefined) return void editing.requireLive(space);
    const request = await requestOf(caller, space, id);
    content.requireEditable(request);
    return request;
  };

  return {
    take: (space: SpaceSubject, bytes: AsyncIterable<Uint8Array>) => files.take(space.organization_id, bytes),

    /** Makes a revision with the file in it; its id, and what is known of it. */
    insert: async (
      caller: Caller,
      space: SpaceSubject,
      { name, contentType, file, fields }: IncomingFile,
    ): Promise<readonly [id: string, file: FileRecord]> => {
      const target = await targetOf(caller, space, fields.changeRequest).catch(async (error: unknown) => {
        await file.drop();
        throw error;
      });
      const [bytes] = await files.keep(space.organization_id, [file]);
      const changes = insertionOf(fields.name ?? name, contentType, bytes!);
      const { outcome } = target
        ? await content.put(caller, target, changes)
        : await editing.putInSpace(caller, space, changes);
      return outcome.files[0]!;
    },
  };
};

/** Files that come along as they are. */
export type UploadsService = ReturnType<typeof createUploadsService>;
