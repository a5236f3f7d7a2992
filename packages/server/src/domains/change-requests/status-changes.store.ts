import { sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { eventsMatching } from '../../kernel/events/events.ts';
import { type UserRow, userOf } from '../identity/index.ts';
import type { ChangeRequestStatus } from './change-requests.store.ts';

/** A change of the status of a change request. */
export interface StatusChangeRow {
  readonly id: string;
  readonly status: ChangeRequestStatus;
  readonly user: UserRow;
  readonly occurred_at: Date;
}

const NEW_STATUS = sql<ChangeRequestStatus>`case when events.action = 'change-request.merged' then 'merged'
  else events.payload #>> '{changes,status,to}' end`;

/** Lists the changes of the status of a change request, newest first. */
export const listStatusChanges = (
  db: Database,
  request: { organization_id: string; id: string },
  page: PageRequest,
): Promise<Page<StatusChangeRow>> => {
  const matching = eventsMatching(db, request.organization_id, { target: request.id })
    .where('action', 'in', ['change-request.updated', 'change-request.merged'])
    .where(NEW_STATUS, 'is not', null);
  const before = page.after && String(page.after[0]);
  return paginate(
    page,
    matching
      .select([
        'events.id',
        'events.occurred_at',
        NEW_STATUS.as('status'),
        userOf('events.actor_id').as('user'),
      ])
      .$if(before !== undefined, (query) => query.where('events.id', '<', before!))
      .orderBy('events.id', 'desc'),
    matching,
  );
};
