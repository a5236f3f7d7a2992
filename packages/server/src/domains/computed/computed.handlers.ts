import { jsonText } from '../../kernel/contract/json-text.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { deterministicId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Presenter, toPage } from '../content/index.ts';
import { createIdOfPage, createRelocateRef, fileKey, toPageTree } from './built-pages.ts';
import type { computedContract } from './computed.contract.ts';
import type { PageBuilderService } from './page-builder.service.ts';

/** Maps operations to the service, and its results to responses. */
export const computedHandlers = (
  pageBuilder: PageBuilderService,
  { markdown, ...present }: Presenter & Pick<Kernel, 'markdown'>,
): Handlers<typeof computedContract> => ({
  getComputedRevision: async ({ caller, subject, body: { source, seed } }) => {
    const { pages, files } = await pageBuilder.pagesOf(subject, source, caller.principal.chain);
    return {
      pages: toPageTree(seed, pages).map((node) => toPage(present, subject.id, node, { seed }) as never),
      files: files.map(({ id, ...file }) => ({
        ...file,
        id: deterministicId(seed, fileKey(id ?? file.name)),
      })),
      reusableContents: [],
    };
  },
  getComputedDocument: async ({ caller, subject, body: { source, seed } }) => {
    const relocate = createRelocateRef(createIdOfPage(seed));
    return jsonText<never>(
      await markdown.document(await pageBuilder.bodyOf(subject, source, relocate, caller.principal.chain)),
    );
  },
});
