export { applyUpdate } from './apply-update.ts';
export { checkUpdate, clientsOf, RefusedUpdate } from './check-update.ts';
export { repairBlocks } from './repair-blocks.ts';
export {
  type BlockReader,
  createBlockReader,
  type SharedBlock,
  sharedPage,
  writePage,
} from './shared-blocks.ts';
export { documentOf, sharedUpdateOf, writeDocument } from './shared-document.ts';
