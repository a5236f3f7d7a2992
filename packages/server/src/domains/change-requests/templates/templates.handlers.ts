import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { templatesContract } from './templates.contract.ts';
import type { TemplateUseService } from './templates.service.ts';

/** Handlers of templates. */
export const templatesHandlers = (templates: TemplateUseService): Handlers<typeof templatesContract> => ({
  applyTemplateToSpace: async ({ caller, subject, body }) => {
    await templates.apply(caller, subject, body);
    return undefined;
  },
});
