import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { findAnswer, findPostmaster } from './postmaster.ts';

/** A server that responds. */
export interface AnsweringServer {
  readonly socketFolder: string;
  readonly version: string;
  /** Absent if the server runs in another container. */
  readonly pid?: number;
}

/** Finds a responding server of a data folder. */
export async function findAnsweringServer(folder: DataFolder): Promise<AnsweringServer | undefined> {
  const found = await findPostmaster(folder);
  if (found.kind === 'elsewhere') return { socketFolder: found.socketFolder, version: found.version };
  if (found.kind === 'none') return undefined;
  const answer = await findAnswer(folder, found);
  return answer && { ...answer, pid: found.pid };
}

/** Waits for a responding server while one is expected. */
export async function waitForAnsweringServer(
  folder: DataFolder,
  isComing: () => Promise<boolean>,
  milliseconds: number,
): Promise<AnsweringServer | undefined> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const server = await findAnsweringServer(folder);
    if (server || Date.now() > deadline || !(await isComing())) return server;
    await sleep(100);
  }
}
