import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { type ContentKind, lockContentInstallations } from '../installations/content-installations.store.ts';
import { findRecipients } from '../scripts/recipients.store.ts';
import type { EventsService } from './events.service.ts';

/** Sends integrations the events of installations that are deleted with their space or site. */
export const createContentDeletionService = ({
  events,
}: {
  readonly events: Pick<EventsService, 'queueInstallationEvents'>;
}) => ({
  /** Locks the installations of spaces or sites; the function it returns queues their events after the deletion. */
  beforeRemoval: async (
    tx: DatabaseTransaction,
    kind: ContentKind,
    organizationId: string,
    ids: readonly string[],
  ): Promise<() => Promise<void>> => {
    const locked = await lockContentInstallations(tx, kind, organizationId, ids);
    if (locked.length === 0) return async () => {};
    const recipients = new Map(
      (await findRecipients(tx, { organizationId })).map((recipient) => [
        recipient.installation!.id,
        recipient,
      ]),
    );
    const changes = locked.map((content) => {
      const { integration, installation } = recipients.get(content.installation_id)!;
      return {
        type: 'deleted' as const,
        integration,
        installation: installation!,
        content,
        previous: content,
      };
    });
    return () => events.queueInstallationEvents(tx, ...changes);
  },
});
