import { expect } from 'vitest';
import { readPdf } from '../../packages/server/src/testing/pdf.ts';
import { startServer } from '../../packages/server/src/testing/server.ts';
import { createClients, errorOf, type Scene } from '../client.ts';

/** A reader exports a space as PDF. */
export const aSpaceIsExportedAsPdf = async (_: Scene) => {
  // The server of the other stories does not run background jobs.
  const server = await startServer({ roles: ['api', 'worker'] });
  try {
    await takenAlong({ server, clients: createClients(server) });
  } finally {
    await server.close();
  }
};

const takenAlong = async ({ server, clients }: Scene) => {
  const org = await server.organization('Printers');
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await clients
    .as(org.edit)
    .spaces.createChangeRequest(space.id, { subject: 'More' });
  await org.edit.call('POST', `/spaces/${space.id}/change-requests/${request.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Ink', document: { markdown: 'It **dries** slowly.' } }],
  });
  const reader = clients.as(org.read).spaces;
  const { data: whole } = await reader.getSpacePdf(space.id);
  const { data: changed } = await reader.getChangeRequestPdf(space.id, request.id);
  // The signed URL needs no token.
  const [before, after] = await Promise.all(
    [whole, changed].map(async ({ url }) => readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer()))),
  );
  expect(before!.texts.join(' ')).toContain('Handbook');
  expect(before!.letters).not.toContain('driesslowly');
  expect(after!.letters).toContain('driesslowly');
  expect(after!.outline).toContain('Ink');
  const missing = await errorOf(reader.getSpacePdf(space.id, { page: 'nowhere', only: true }));
  expect(missing.code).toBe(404);
};
