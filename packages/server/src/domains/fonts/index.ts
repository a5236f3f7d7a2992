import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UploadsService } from '../imports/index.ts';
import { fontsContract } from './fonts.contract.ts';
import { fontsHandlers } from './fonts.handlers.ts';
import { createFontsService } from './fonts.service.ts';

export { fontFilePath } from './font-file-path.ts';

/** Fonts that are uploaded for the sites of organizations. */
export const createFonts = (kernel: Kernel, more: { uploads: UploadsService }) => {
  const service = createFontsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({ name: 'fonts', contract: fontsContract, handlers: fontsHandlers(service) }),
  };
};
