import type { Handlers } from '../../kernel/contract/operation.ts';
import type { ConnectionsService } from './connections.service.ts';
import type { liveDocumentsContract } from './live-documents.contract.ts';

/** Handlers of the sockets on which people edit pages together. */
export const liveDocumentsHandlers = (
  connections: ConnectionsService,
): Handlers<typeof liveDocumentsContract> => ({
  connectToSpace: async ({ caller, subject, socket }) => {
    const recheck = async () => {
      const space = await socket.recheck();
      return space && { caller, space };
    };
    connections.connect({ caller, space: subject }, { ...socket, recheck });
    return undefined;
  },
  connectToChangeRequest: async ({ caller, subject, socket }) => {
    const recheck = async () => {
      const request = await socket.recheck();
      return request && { caller, space: request.space, request };
    };
    connections.connect({ caller, space: subject.space, request: subject }, { ...socket, recheck });
    return undefined;
  },
});
