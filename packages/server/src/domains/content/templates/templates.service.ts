import type { Static } from 'typebox';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { TemplateUse } from '../../spaces/index.ts';
import type { EditingService } from '../editing/editing.service.ts';
import { templateChanges } from './template-changes.ts';

/** Creates the content of new spaces from templates. */
export const createTemplatesService = ({
  editing,
  revisions,
}: {
  editing: EditingService;
  revisions: RevisionsService;
}) => ({
  /** Creates the content of a new space; returns its root. */
  createContent: async (
    tx: DatabaseTransaction,
    organizationId: string,
    template: Static<typeof TemplateUse>,
  ): Promise<string> => {
    const root = revisions.emptyRoot;
    const target = { organizationId, root, rootBefore: async () => root, rootOf: async () => undefined };
    const changes = await editing.prepare(organizationId, { changes: templateChanges(template) });
    return (await editing.apply(tx, target, changes)).root;
  },
});
