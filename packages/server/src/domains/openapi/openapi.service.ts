import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import { type SpecSubject, specPolicy } from './openapi.policy.ts';
import {
  deleteSpec,
  findSpec,
  insertSpec,
  listSpecs,
  type SpecRow,
  type SpecSource,
  takeDue,
  updateSource,
  updateSpec,
} from './openapi.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
}

/** The job that reads a specification that was sent and makes a version of it. */
export const PROCESS_SENT = 'openapi.process-sent';

/** The job that does so with one at an address: whoever answers slowly holds up no specification that is there. */
export const PROCESS_FETCHED = 'openapi.process-fetched';

/** The job that processes a specification. */
export const processingJob = ({ source_url }: Pick<SpecRow, 'source_url'>) =>
  source_url === null ? PROCESS_SENT : PROCESS_FETCHED;

/** After how long somebody looks whether whoever processes a specification is still there. */
export const LEASE_MS = 15 * 60 * 1000;

const MOST_AT_ONCE = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_SLUG = 100;

const canonical = (slug: string) => slug.toLowerCase();

/** What is wrong with an address that a specification is to be read from. */
const faultOfUrl = (address: string): string | undefined => {
  if (!URL.canParse(address)) return 'is no address';
  const { username, password } = new URL(address);
  // It is shown to everybody who may read the specification, and never asked with them.
  return username || password ? 'must have neither a name nor a password in it' : undefined;
};

/** Specifications of organizations: added, given another source, shown and removed. */
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
  const begin = (tx: DatabaseTransaction, { organization_id, id, round, source_url }: SpecRow) =>
    jobs.enqueue(tx, processingJob({ source_url }), { organization_id, id, round });
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);
  const kindOf = (source: SpecSource) => ('url' in source ? { url: source.url } : { text: true });

  const add = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organization: OrganizationSubject,
    slug: string,
    source: SpecSource,
  ): Promise<SpecSubject | undefined> => {
    if ('url' in source && 'text' in source)
      throw invalid({ path: 'body.source', message: 'is a url or a text, not both' });
    const fault = 'url' in source ? faultOfUrl(source.url) : undefined;
    if (fault) throw invalid({ path: 'body.source.url', message: fault });
    const row = await insertSpec(tx, {
      organization_id: organization.id,
      id: newId(),
      slug,
      source,
      at: clock.now(),
      dueAt: leaseEnd(),
    });
    if (!row) return undefined;
    await begin(tx, row);
    await record(tx, caller, 'openapi.created', row, kindOf(source));
    return asSubject(row, organization);
  };

  return {
    /** A specification as the caller meets it; an organization that is not theirs does not exist. */
    find: async (userId: string, organizationId: string, slug: string): Promise<SpecSubject | undefined> => {
      const organization = await organizations.find(organizationId, userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      const row = await findSpec(db, organizationId, canonical(slug));
      return row && asSubject(row, organization);
    },

    /** The specifications that the caller may see: all or none. */
    list: async (organization: OrganizationSubject, page: PageRequest): Promise<Page<SpecSubject>> => {
      const { rows, count } = await listSpecs(db, organization.id, page);
      const shown = rows.map((row) => asSubject(row, organization)).filter(specPolicy.can.view);
      return { rows: shown, count: shown.length < rows.length ? 0 : count };
    },

    create: (
      caller: Caller,
      organization: OrganizationSubject,
      { slug, source }: { slug: string; source: SpecSource },
    ): Promise<SpecSubject> =>
      transaction(async (tx) => {
        const added = await add(tx, caller, organization, canonical(slug), source);
        if (!added) throw conflict(`A specification is called ${canonical(slug)} already`);
        return added;
      }),

    /** Adds a specification, or gives the one of that name a source; whether it is new. */
    put: (
      caller: Caller,
      organization: OrganizationSubject,
      given: string,
      source: SpecSource,
    ): Promise<{ spec: SpecSubject; isNew: boolean }> => {
      const slug = canonical(given);
      if (!SLUG.test(slug) || slug.length > LONGEST_SLUG)
        throw invalid({
          path: 'params.specSlug',
          message: `must be at most ${LONGEST_SLUG} letters, digits and single hyphens between them`,
        });
      return transaction(async (tx) => {
        const added = await add(tx, caller, organization, slug, source);
        if (added) return { spec: added, isNew: true };
        const before = await findSpec(tx, organization.id, slug);
        const row = before && (await updateSource(tx, before, source, clock.now(), leaseEnd()));
        if (!row) throw conflict(`The specification ${slug} was deleted meanwhile`);
        await begin(tx, row);
        await record(tx, caller, 'openapi.source-changed', row, kindOf(source));
        return { spec: asSubject(row, organization), isNew: false };
      });
    },

    /** Shows a specification to everybody, or to members only. */
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

    /** Lets those specifications be processed that are due: their addresses are read anew, and what a process left behind is begun again. */
    refresh: (): Promise<void> =>
      transaction(async (tx) => {
        const due = await takeDue(tx, clock.now(), leaseEnd(), MOST_AT_ONCE);
        for (const job of [PROCESS_SENT, PROCESS_FETCHED])
          await jobs.enqueueAll(
            tx,
            job,
            due.filter((spec) => processingJob(spec) === job).map(({ source_url, ...round }) => round),
          );
      }),
  };
};

/** Specifications of organizations. */
export type OpenapiService = ReturnType<typeof createOpenapiService>;
