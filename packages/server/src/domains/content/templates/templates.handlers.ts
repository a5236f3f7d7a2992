import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { templatesContract } from './templates.contract.ts';
import { listTemplates } from './templates.service.ts';

/** Operation to answer; templates are part of the program. */
export const templatesHandlers: Handlers<typeof templatesContract> = {
  listTemplates: async () => {
    const items = listTemplates();
    return { count: items.length, items };
  },
};
