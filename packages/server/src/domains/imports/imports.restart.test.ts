import { expect, test, vi } from 'vitest';
import { ThreadsClosedError } from '../../kernel/threads.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { startImport, uploadImportFile, waitForImport } from '../../testing/imports.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { RUN_IMPORT } from './runs/import-runs.service.ts';
import { findRun } from './runs/import-runs.store.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

test('an import that a stopping server interrupts is continued by the next one', async () => {
  const space = await createLiveSpace(org);
  const { kernel } = server.app;
  const interrupted = vi.spyOn(kernel.conversion, 'markdown').mockRejectedValueOnce(new ThreadsClosedError());
  const uploaded = await uploadImportFile(org, 'words.html', '<main><h1>Words</h1><p>Some.</p></main>');
  const source = { type: 'file', files: [uploaded] };
  const { id } = await startImport(org, source, { space });
  const run = { organization_id: org.id, id };
  await vi.waitFor(
    async () => {
      expect(interrupted).toHaveBeenCalled();
      const { lease_ends_at } = (await findRun(kernel.db, run))!;
      expect(lease_ends_at!.getTime()).toBeLessThanOrEqual(Date.now());
    },
    { timeout: 20_000, interval: 50 },
  );
  await kernel.transaction((tx) => kernel.jobs.enqueue(tx, RUN_IMPORT, run));
  const ended = await waitForImport(org, id, ({ status }) => status === 'completed');
  expect(ended.pages).toHaveLength(1);
  interrupted.mockRestore();
});
