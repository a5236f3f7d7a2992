interface Closable {
  close(): Promise<void>;
}

const worker = globalThis as { sharedServers?: Map<string, Promise<Closable>> };
worker.sharedServers ??= new Map();

/** The servers of this worker that test files share, by what they do. Outlives a change of the code in watch mode. */
export const { sharedServers } = worker as Required<typeof worker>;

/** Ends them, for tests that look at everything in this process; who wants one later starts another. */
export const closeSharedServers = async (): Promise<void> => {
  const servers = [...sharedServers.values()];
  sharedServers.clear();
  await Promise.all(servers.map(async (server) => (await server).close()));
};
