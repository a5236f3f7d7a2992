import { Readable } from 'node:stream';
import type { Draft } from '../domains/revisions/index.ts';
import type { TestServer } from './server.ts';

/** Edits the content of a space without the API; returns the id of the revision. */
export const editContent = (
  { app }: TestServer,
  spaceId: string,
  work: (draft: Draft) => Promise<void>,
): Promise<string> =>
  app.kernel.transaction(async (tx) => {
    const { revisions } = app.services;
    const { organization_id } = await tx
      .selectFrom('spaces')
      .select('organization_id')
      .where('id', '=', spaceId)
      .executeTakeFirstOrThrow();
    const space = { organization_id, id: spaceId };
    const head = (await revisions.lockHead(tx, space))!;
    const id = await revisions.insert(tx, {
      organizationId: organization_id,
      spaceId,
      root: await revisions.edit(tx, organization_id, head.root, work),
      type: 'edits',
      parents: [head.id],
      createdBy: head.created_by!,
    });
    await revisions.moveHead(tx, space, id);
    return id;
  });

/** An image in a snapshot. */
export const sampleImage = (name = 'picture.png') => ({
  name,
  contentType: 'image/png',
  size: 1024,
  hash: 'neverstored',
  dimensions: { width: 640, height: 480 },
});

/** The smallest PNG: one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An image whose bytes are stored in an organization. */
export const storedImage = async ({ app }: TestServer, organizationId: string, name?: string) => {
  const received = await app.kernel.blobs.receive(organizationId, Readable.from([PIXEL]), PIXEL.length);
  await app.services.revisions.storeBlobs(organizationId, [received]);
  return {
    ...sampleImage(name),
    size: PIXEL.length,
    hash: received.hash,
    dimensions: { width: 1, height: 1 },
  };
};
