import { Server } from '@hocuspocus/server';
import * as Y from 'yjs';

// Hocuspocus as it comes, without storage: the cost of sharing texts in memory. The start of every page comes from the command line.
const [port = '0', start = ''] = process.argv.slice(2);

const server = new Server({
  port: Number(port),
  address: '127.0.0.1',
  quiet: true,
  stopOnSignals: true,
  onLoadDocument: async ({ document }) => {
    Y.applyUpdate(document, Buffer.from(start, 'base64'));
  },
});
await server.listen();
