import { normalizeDocument } from '@lectern/document';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ClustersService } from '../conversations/index.ts';
import type { RevisionRow, RevisionsService } from '../revisions/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { ChangeRequestSubject } from './change-requests.policy.ts';
import {
  type ChangeRequestFields,
  type ChangeRequestFilter,
  type ChangeRequestRow,
  findChangeRequest,
  findMergedFrom,
  insertChangeRequest,
  listContributors,
  listInOrganization,
  listInSpace,
  lockChangeRequest,
  updateChangeRequestRow,
} from './change-requests.store.ts';
import { listStatusChanges } from './status-changes.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly clusters: Pick<ClustersService, 'has'>;
}

/** The fields of a change request that clients can update. */
export interface ChangeRequestUpdate {
  readonly subject?: string | undefined;
  readonly description?: RichText | undefined;
  readonly status?: 'draft' | 'open' | 'archived' | undefined;
}

const FIELDS = { subject: 'subject', description: 'description', status: 'status' };

/** Finds, creates, locks and updates change requests. */
export const createChangeRequestsService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  revisions,
  spaces,
  clusters,
}: Dependencies) => {
  const find = async (
    userId: string,
    spaceId: string,
    idOrNumber: string,
    executor = db,
  ): Promise<ChangeRequestSubject | undefined> => {
    const space = await spaces.find(userId, spaceId, executor);
    if (!space || !spacePolicy.can.view(space)) throw notFound('space');
    const row = await findChangeRequest(executor, space, idOrNumber, userId);
    return row && { ...row, space, isAuthor: row.created_by === userId };
  };

  const reload = async (
    tx: DatabaseTransaction,
    caller: Caller,
    { space, id }: { space: SpaceSubject; id: string },
  ) => {
    const found = await find(caller.principal.userId, space.id, id, tx);
    if (!found) throw notFound('change request');
    return found;
  };

  /** Locks a change request and returns its current state; refuses a merged one. */
  const lock = async (
    tx: DatabaseTransaction,
    caller: Caller,
    request: ChangeRequestSubject,
  ): Promise<ChangeRequestSubject> => {
    if (!(await lockChangeRequest(tx, request))) throw notFound('change request');
    const now = await reload(tx, caller, request);
    if (now.status === 'merged') throw conflict('This change request is merged and can no longer be changed');
    return now;
  };

  /** Locks the space first, then the change request: the counts of the space follow the status. */
  const lockWithSpace = async (
    tx: DatabaseTransaction,
    caller: Caller,
    request: ChangeRequestSubject,
  ): Promise<{ head: RevisionRow; request: ChangeRequestSubject }> => {
    const head = await revisions.lockHead(tx, request.space);
    if (!head) throw notFound('space');
    return { head, request: await lock(tx, caller, request) };
  };

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    request: ChangeRequestRow,
    payload: Readonly<Record<string, unknown>> = {},
  ) =>
    events.record(tx, caller, {
      organizationId: request.organization_id,
      action: `change-request.${action}`,
      target: { type: 'change-request', id: request.id, label: request.subject || `#${request.number}` },
      payload: { space: request.space_id, ...payload },
    });

  const updateRow = (
    tx: DatabaseTransaction,
    request: ChangeRequestRow,
    fields: { readonly [Column in keyof ChangeRequestFields]?: ChangeRequestFields[Column] | undefined },
  ) => updateChangeRequestRow(tx, request, fields, clock.now());

  /** Updates the subject, description or status of a locked change request. */
  const updateDetails = async (
    tx: DatabaseTransaction,
    caller: Caller,
    request: ChangeRequestSubject,
    update: ChangeRequestUpdate,
  ): Promise<void> => {
    const changes = await updateRow(tx, request, {
      subject: update.subject,
      description: update.description && (documentOf(update.description) as never),
      status: update.status,
    });
    const payload = changedFields(changes, FIELDS);
    if (payload) await record(tx, caller, 'updated', request, payload);
  };

  return {
    find,
    reload,
    lock,
    lockWithSpace,
    record,
    updateRow,
    updateDetails,

    /** A change request of a space, by id or number. */
    findInSpace: (space: SpaceSubject, idOrNumber: string, readerId: string) =>
      findChangeRequest(db, space, idOrNumber, readerId),

    /** The change request that a merge revision came from. */
    mergedFrom: (space: SpaceSubject, revisionId: string) => findMergedFrom(db, space, revisionId),

    listInSpace: (
      space: SpaceSubject,
      filter: ChangeRequestFilter,
      page: PageRequest,
    ): Promise<Page<ChangeRequestRow>> => listInSpace(db, space, filter, page),

    listInOrganization: (
      caller: Caller,
      organizationId: string,
      filter: ChangeRequestFilter,
      page: PageRequest,
    ): Promise<Page<ChangeRequestRow>> =>
      listInOrganization(db, organizationId, caller.principal.userId, filter, page),

    listContributors: (request: ChangeRequestSubject) => listContributors(db, request),

    listStatusChanges: (request: ChangeRequestSubject, page: PageRequest) =>
      listStatusChanges(db, request, page),

    /** Creates a change request at the current revision of the space; the lock on the space makes numbers unique. */
    create: async (
      tx: DatabaseTransaction,
      caller: Caller,
      space: SpaceSubject,
      { subject = '', clusterId }: { subject?: string | undefined; clusterId?: string | undefined } = {},
    ): Promise<ChangeRequestSubject> => {
      if (clusterId !== undefined && !(await clusters.has(space.organization_id, clusterId)))
        throw invalid({
          path: 'body.conversationsIssuesCluster',
          message: 'is not a cluster of this organization',
        });
      const head = await revisions.lockHead(tx, space);
      if (!head) throw notFound('space');
      const id = newId();
      await insertChangeRequest(tx, space, {
        id,
        subject,
        clusterId,
        createdBy: caller.principal.userId,
        createdAt: clock.now(),
        revisionId: head.id,
      });
      const created = await reload(tx, caller, { space, id });
      await record(tx, caller, 'created', created, { number: created.number });
      return created;
    },

    update: (
      caller: Caller,
      request: ChangeRequestSubject,
      update: ChangeRequestUpdate,
    ): Promise<ChangeRequestSubject> =>
      transaction(async (tx) => {
        const locked = await lockWithSpace(tx, caller, request);
        await updateDetails(tx, caller, locked.request, update);
        return reload(tx, caller, request);
      }),
  };
};

const documentOf = (value: RichText) => {
  const result = normalizeDocument(value);
  if ('document' in result) return result.document;
  throw invalid(
    ...result.problems.map(({ path, message }) => ({
      path: `body.description${path.replaceAll('/', '.')}`,
      message,
    })),
  );
};

/** Finds, creates, locks and updates change requests. */
export type ChangeRequestsService = ReturnType<typeof createChangeRequestsService>;
