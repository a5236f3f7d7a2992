import { jsonText } from '../../kernel/contract/json-text.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { deterministicId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Presenter, toPage } from '../content/index.ts';
import type { computedContract } from './computed.contract.ts';
import { fileKey, locatedBy, treeOf } from './computed.policy.ts';
import type { MakingService } from './making/making.service.ts';

/** Operation to service to answer. */
export const computedHandlers = (
  making: MakingService,
  { markdown, ...present }: Presenter & Pick<Kernel, 'markdown'>,
): Handlers<typeof computedContract> => ({
  getComputedRevision: async ({ subject, body: { source, seed } }) => {
    const { pages, files } = await making.pagesOf(subject, source);
    return {
      pages: treeOf(seed, pages).map((node) => toPage(present, subject.id, node, { seed }) as never),
      files: files.map(({ id, ...file }) => ({
        ...file,
        id: deterministicId(seed, fileKey(id ?? file.name)),
      })),
      reusableContents: [],
    };
  },
  getComputedDocument: async ({ subject, body: { source, seed } }) =>
    jsonText<never>(await markdown.document(await making.bodyOf(subject, source, locatedBy(seed)))),
});
