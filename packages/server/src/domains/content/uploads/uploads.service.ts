import type { FileRecord } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../../kernel/blobs/blobs.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { EditResult, PreparedChanges } from '../editing/apply-changes.service.ts';
import type { EditingService } from '../editing/editing.service.ts';
import { fileInsertion } from '../editing/file-changes.ts';
import type { FilesService } from '../files/files.service.ts';

/** Applies prepared changes to a space or to a change request. */
type ApplyChanges = (changes: PreparedChanges) => Promise<{ readonly result: EditResult }>;

/** Finds a change request that can be edited, to apply changes to it; undefined if the space has none with this id. */
export type EditChangeRequest = (
  caller: Caller,
  space: SpaceSubject,
  id: string,
) => Promise<ApplyChanges | undefined>;

interface Dependencies {
  readonly files: FilesService;
  readonly editing: EditingService;
  readonly editChangeRequest: EditChangeRequest;
}

/** An uploaded file with the fields of its form. */
interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly file: ReceivedBlob;
  readonly fields: { readonly changeRequest?: string | undefined; readonly name?: string | undefined };
}

/** Uploads of files into spaces and change requests: the bytes are stored first, then a revision refers to them. */
export const createUploadsService = ({ files, editing, editChangeRequest }: Dependencies) => {
  /** The function that adds the file to its space or change request; throws if that cannot be edited. */
  const targetOf = async (
    caller: Caller,
    space: SpaceSubject,
    changeRequestId: string | undefined,
  ): Promise<ApplyChanges> => {
    if (changeRequestId === undefined) {
      editing.requireLive(space);
      return (changes) => editing.applyToSpace(caller, space, changes);
    }
    const apply = await editChangeRequest(caller, space, changeRequestId);
    if (apply) return apply;
    throw invalid({ path: 'body.changeRequest', message: 'is not a change request of this space' });
  };

  return {
    receive: (space: SpaceSubject, bytes: AsyncIterable<Uint8Array>) =>
      files.receiveStream(space.organization_id, bytes),

    /** Makes a revision that contains the file; returns its id and its record. */
    insert: async (
      caller: Caller,
      space: SpaceSubject,
      { name, contentType, file, fields }: UploadedFile,
    ): Promise<readonly [id: string, file: FileRecord]> => {
      const apply = await targetOf(caller, space, fields.changeRequest).catch(async (error: unknown) => {
        await file.discard();
        throw error;
      });
      const [bytes] = await files.storeBlobs(space.organization_id, [file]);
      const { result } = await apply(fileInsertion(fields.name ?? name, contentType, bytes!));
      return result.files[0]!;
    },
  };
};

/** Uploads of files. */
export type UploadsService = ReturnType<typeof createUploadsService>;
