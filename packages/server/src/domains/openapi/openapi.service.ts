import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import { type SpecSubject, specPolicy } from './openapi.policy.ts';
import {
  claimDue,
  deleteSpec,
  findSpec,
  insertSpec,
  listSpecs,
  type SpecKey,
  type SpecRow,
  type SpecSource,
  updateSource,
  updateSpec,
} from './openapi.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
}

/** One round of processing a specification, and the chain of the script that began it; a newer round cancels it. */
export type ProcessingRound = SpecKey & { readonly round: number; readonly chain?: EventChain | undefined };

/** The job that processes a specification sent as text. */
export const PROCESS_SENT = jobName<ProcessingRound>('openapi.process-sent');

/** The job that processes a specification at a URL; separate, because servers may be slow. */
export const PROCESS_FETCHED = jobName<ProcessingRound>('openapi.process-fetched');

/** The job for a specification. */
export const processingJob = ({ source_url }: Pick<SpecRow, 'source_url'>) =>
  source_url === null ? PROCESS_SENT : PROCESS_FETCHED;

/** The time after which a specification in processing is processed again. */
export const LEASE_MS = 15 * 60 * 1000;

const REFRESH_BATCH = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG_LENGTH = 100;

const normalizeSlug = (slug: string) => slug.toLowerCase();

/** The validation error of the URL of a specification. */
const validateUrl = (address: string): string | undefined => {
  if (!URL.canParse(address)) return 'is not a valid URL';
  const { username, password } = new URL(address);
  // The URL is visible to everyone who can read the specification.
  return username || password ? 'must not contain a user name or password' : undefined;
};

/** Specifications of organizations. */
export const createOpenapiService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, organizations } = deps;
  const asSubject = (row: SpecRow, { role }: Pick<OrganizationSubject, 'role'>): SpecSubject => ({
    ...row,
    organizationRole: role,
  });
  const record = (tx: DatabaseTransaction, caller: Caller, action: string, spec: SpecRow, payload = {}) =>
    events.record(tx, caller, {
      organizationId: spec.organization_id,
      action,
      target: { type: 'openapi', id: spec.id, label: spec.slug },
      payload,
    });
  const enqueueProcessing = (
    tx: DatabaseTransaction,
    { principal: { chain } }: Caller,
    { organization_id, id, round, source_url }: SpecRow,
  ) => jobs.enqueue(tx, processingJob({ source_url }), { organization_id, id, round, chain });
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);
  const sourcePayload = (source: SpecSource) => ('url' in source ? { url: source.url } : { text: true });

  const add = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organization: OrganizationSubject,
    slug: string,
    source: SpecSource,
  ): Promise<SpecSubject | undefined> => {
    if ('url' in source && 'text' in source)
      throw invalid({ path: 'body.source', message: 'must have either url or text, not both' });
    const urlError = 'url' in source ? validateUrl(source.url) : undefined;
    if (urlError) throw invalid({ path: 'body.source.url', message: urlError });
    const row = await insertSpec(tx, {
      organization_id: organization.id,
      id: newId(),
      slug,
      source,
      at: clock.now(),
      dueAt: leaseEnd(),
    });
    if (!row) return undefined;
    await enqueueProcessing(tx, caller, row);
    await record(tx, caller, 'openapi.created', row, sourcePayload(source));
    return asSubject(row, organization);
  };

  return {
    /** A specification with the caller's role; throws 404 if the caller cannot see the organization. */
    find: async (userId: string, organizationId: string, slug: string): Promise<SpecSubject | undefined> => {
      const organization = await organizations.find(organizationId, userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      const row = await findSpec(db, organizationId, normalizeSlug(slug));
      return row && asSubject(row, organization);
    },

    /** The specifications that the caller can see: all or none. */
    list: async (
      organization: OrganizationSubject,
      search: string | undefined,
      page: PageRequest,
    ): Promise<Page<SpecSubject>> => {
      const { rows, count } = await listSpecs(db, organization.id, search, page);
      const visible = rows.map((row) => asSubject(row, organization)).filter(specPolicy.can.view);
      return { rows: visible, count: visible.length < rows.length ? 0 : count };
    },

    create: (
      caller: Caller,
      organization: OrganizationSubject,
      { slug, source }: { slug: string; source: SpecSource },
    ): Promise<SpecSubject> =>
      transaction(async (tx) => {
        const added = await add(tx, caller, organization, normalizeSlug(slug), source);
        if (!added) throw conflict(`The slug ${normalizeSlug(slug)} is taken by another specification`);
        return added;
      }),

    /** Creates a specification, or changes the source of the one with that slug. */
    upsert: (
      caller: Caller,
      organization: OrganizationSubject,
      slugParameter: string,
      source: SpecSource,
    ): Promise<{ spec: SpecSubject; isNew: boolean }> => {
      const slug = normalizeSlug(slugParameter);
      if (!SLUG.test(slug) || slug.length > MAX_SLUG_LENGTH)
        throw invalid({
          path: 'params.specSlug',
          message: `must have at most ${MAX_SLUG_LENGTH} letters and digits, separated by single hyphens`,
        });
      return transaction(async (tx) => {
        const added = await add(tx, caller, organization, slug, source);
        if (added) return { spec: added, isNew: true };
        const before = await findSpec(tx, organization.id, slug);
        const row = before && (await updateSource(tx, before, source, clock.now(), leaseEnd()));
        if (!row) throw conflict(`The specification ${slug} was deleted in the meantime`);
        await enqueueProcessing(tx, caller, row);
        await record(tx, caller, 'openapi.source-changed', row, sourcePayload(source));
        return { spec: asSubject(row, organization), isNew: false };
      });
    },

    /** Makes a specification public or private. */
    setVisibility: (
      caller: Caller,
      spec: SpecSubject,
      visibility: SpecRow['visibility'],
    ): Promise<SpecSubject> =>
      transaction(async (tx) => {
        const row = await updateSpec(tx, spec, { visibility, updated_at: clock.now() }, 'any');
        if (!row) throw notFound('OpenAPI specification');
        if (spec.visibility !== visibility)
          await record(tx, caller, 'openapi.visibility-changed', row, { visibility });
        return asSubject(row, { role: spec.organizationRole });
      }),

    remove: (caller: Caller, spec: SpecSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteSpec(tx, spec)) await record(tx, caller, 'openapi.deleted', spec);
      }),

    /** Enqueues specifications that are due: refreshes, and those that a dead process left behind. */
    refresh: (): Promise<void> =>
      transaction(async (tx) => {
        const due = await claimDue(tx, clock.now(), leaseEnd(), REFRESH_BATCH);
        for (const job of [PROCESS_SENT, PROCESS_FETCHED])
          await jobs.enqueueAll(
            tx,
            job,
            due.filter((spec) => processingJob(spec) === job).map(({ source_url, ...round }) => round),
          );
      }),
  };
};

/** Service for specifications. */
export type OpenapiService = ReturnType<typeof createOpenapiService>;
