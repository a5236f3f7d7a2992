import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { type EditingService, templateChanges } from '../../content/index.ts';
import type { SpaceSubject, TemplateUse } from '../../spaces/index.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import type { ChangeRequestContentService } from '../content/content.service.ts';

interface Dependencies {
  readonly editing: EditingService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ChangeRequestContentService;
}

/** Adds the pages of templates to spaces and change requests. */
export const createTemplateUseService = ({ editing, changeRequests, content }: Dependencies) => ({
  /** Adds the pages to the given change request or to the space; for a locked space, to a new change request. */
  apply: async (
    caller: Caller,
    space: SpaceSubject,
    { changeRequestId, ...template }: Static<typeof TemplateUse> & { changeRequestId?: string | undefined },
  ): Promise<void> => {
    const changes = { changes: templateChanges(template) };
    if (changeRequestId !== undefined) {
      const request = await changeRequests.find(caller.principal.userId, space.id, changeRequestId);
      if (!request) throw notFound('change request');
      await content.edit(caller, request, changes);
    } else if (space.edit_mode === 'live') await editing.editSpace(caller, space, changes);
    else await content.create(caller, space, { subject: `Template: ${template.id}`, template });
  },
});

/** Adds the pages of templates to spaces and change requests. */
export type TemplateUseService = ReturnType<typeof createTemplateUseService>;
