interface Closable {
  close(): Promise<void>;
}

const worker = globalThis as { sharedServers?: Map<string, Promise<Closable>> };
worker.sharedServers ??= new Map();

/** The shared servers of this worker, by role. Survives code changes in watch mode. */
export const { sharedServers } = worker as Required<typeof worker>;

/** Closes the shared servers, for tests that check the whole process. */
export const closeSharedServers = async (): Promise<void> => {
  const servers = [...sharedServers.values()];
  sharedServers.clear();
  await Promise.all(servers.map(async (server) => (await server).close()));
};
