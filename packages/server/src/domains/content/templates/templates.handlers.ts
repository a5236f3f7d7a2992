import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listTemplates } from './template-changes.ts';
import type { templatesContract } from './templates.contract.ts';

/** Handlers of templates, which are part of the program. */
export const templatesHandlers: Handlers<typeof templatesContract> = {
  listTemplates: async () => {
    const items = listTemplates();
    return { count: items.length, items };
  },
};
