import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import { withoutUnknownFields } from '../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type OrganizationsService, organizationPolicy } from '../organizations/index.ts';
import type { AgentsService } from './agents/agents.service.ts';
import type { AssetsService } from './assets/assets.service.ts';
import { checkDeclaration } from './configuration/configuration.policy.ts';
import type { InstallationsService } from './installations/installations.service.ts';
import { PublishedIntegration } from './integrations.contract.ts';
import type { IntegrationSubject } from './integrations.policy.ts';
import {
  deleteIntegration,
  findIntegration,
  findIntegrations,
  type IntegrationFilter,
  type IntegrationKey,
  type IntegrationRow,
  type IntegrationValues,
  insertIntegration,
  listIntegrations,
  lockIntegration,
  updateIntegration,
} from './integrations.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'secrets' | 'scripts'> {
  readonly organizations: Pick<OrganizationsService, 'findByName'>;
  readonly agents: AgentsService;
  readonly assets: AssetsService;
  readonly installations: Pick<InstallationsService, 'askForScopes' | 'uninstallAll'>;
}

type Manifest = Static<typeof PublishedIntegration>;

const NAME = /^[a-zA-Z0-9-_.]+$/;
const LONGEST_NAME = 100;
const SECRETS = 'integration secrets';

// Path segments that mean something else to whoever resolves an address.
const isName = (name: string) => NAME.test(name) && name.length <= LONGEST_NAME && !/^\.+$/.test(name);

/** The host of an address that becomes a block; patterns have wildcards, which hosts of addresses do not. */
const hostOf = (pattern: string): string | undefined =>
  /^(?:https?:\/\/)?([a-z0-9*_.-]+)/i.exec(pattern)?.[1]?.toLowerCase();

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const policyOf = (policy: Manifest['contentSecurityPolicy']) => {
  if (policy === undefined) return null;
  if (typeof policy === 'string') return oneLine(policy);
  return Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, oneLine(String(value))]));
};

/** Integrations: published, found and withdrawn. */
export const createIntegrationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, secrets, scripts } = deps;
  const { organizations, agents, assets, installations } = deps;

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    { organization_id, id }: IntegrationKey,
    name: string,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: organization_id,
      action,
      target: { type: 'integration', id, label: name },
      payload,
    });

  /** Whether somebody may publish for an organization, and under that name. */
  const admit = async (caller: Caller, name: string, named: string) => {
    const { userId } = caller.principal;
    if (!isName(name))
      throw invalid({
        path: 'params.integrationName',
        message: `must be at most ${LONGEST_NAME} letters, digits, hyphens, underscores and dots`,
      });
    const organization = await organizations.findByName(named, userId);
    if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
    if (!organizationPolicy.can.admin(organization))
      throw forbidden('You do not have permission to publish integrations for this organization');
    const before = await findIntegration(db, name, userId);
    if (before && before.organization_id !== organization.id)
      throw conflict(`An integration is called ${name} already`);
    return { organization, before };
  };

  /** Loads a script once where scripts run, so that a broken one is refused while its author looks. */
  const tryScript = async (name: string, version: number, owner: string, manifest: Manifest) => {
    const fault = await scripts.check({
      id: `${name}@${version}`,
      owner,
      runtime: manifest.runtime ?? 'v1',
      text: async () => manifest.script,
    });
    if (fault && fault.kind !== 'unavailable') throw invalid({ path: 'body.script', message: fault.message });
  };

  const valuesOf = (
    name: string,
    manifest: Manifest,
    kept: ReadonlyMap<string, string>,
  ): IntegrationValues => {
    const { blocks, contentSources, configurations, contentSecurityPolicy } = withoutUnknownFields(
      PublishedIntegration,
      {
        ...manifest,
        script: '',
      },
    );
    const hosts = (blocks ?? []).flatMap(({ urlUnfurl = [] }) => urlUnfurl.map(hostOf));
    return {
      runtime: manifest.runtime ?? 'v1',
      title: manifest.title,
      description: manifest.description,
      summary: manifest.summary ?? null,
      visibility: manifest.visibility ?? 'private',
      target: manifest.target ?? 'all',
      scopes: [...new Set(manifest.scopes)],
      categories: [...new Set(manifest.categories)],
      blocks: blocks ?? null,
      block_domains: [...new Set(hosts.filter((host) => host !== undefined))],
      content_sources: contentSources ?? null,
      configurations: configurations ?? null,
      external_links: (manifest.externalLinks ?? []).map(({ url, label }) => ({ url, label })),
      content_security_policy: policyOf(contentSecurityPolicy),
      script: kept.get('body.script')!,
      icon: kept.get('body.icon') ?? null,
      previews: (manifest.previewImages ?? []).map((_, index) => kept.get(`body.previewImages.${index}`)!),
      secrets: manifest.secrets
        ? secrets.encrypt(SECRETS, name.toLowerCase(), JSON.stringify(manifest.secrets))
        : null,
      updated_at: clock.now(),
    };
  };

  return {
    /** An integration as the caller meets it. */
    find: (userId: string, name: string): Promise<IntegrationSubject | undefined> =>
      findIntegration(db, name, userId),

    /** These integrations, by id. */
    among: (userId: string, ids: readonly string[]) => findIntegrations(db, ids, userId),

    list: (caller: Caller, filter: IntegrationFilter, page: PageRequest) =>
      listIntegrations(db, caller.principal.userId, filter, page),

    publish: async (caller: Caller, name: string, manifest: Manifest): Promise<IntegrationSubject> => {
      const { organization, before } = await admit(caller, name, manifest.organization);
      for (const level of ['account', 'space', 'site'] as const)
        checkDeclaration(manifest.configurations?.[level], `body.configurations.${level}`);
      const wanted = assets.check(manifest);
      await tryScript(before?.name ?? name, (before?.version ?? 0) + 1, organization.id, manifest);
      const values = valuesOf(name, manifest, await assets.keep(organization.id, wanted));
      return transaction(async (tx) => {
        const { scopes, title, visibility } = values;
        const key = { organization_id: organization.id, id: before?.id ?? newId() };
        const last = before && (await updateIntegration(tx, key, values));
        const differ = last && [...last.scopes].sort().join() !== [...scopes].sort().join();
        if (before) {
          if (!last) throw conflict(`${name} was withdrawn meanwhile`);
          await agents.follow(tx, key, title, differ === true);
        } else {
          const isNew = await insertIntegration(
            tx,
            {
              ...key,
              name,
              account_id: await agents.open(tx, title),
              created_by: caller.principal.userId,
              created_at: values.updated_at,
            },
            values,
          );
          if (!isNew) throw conflict(`An integration is called ${name} already`);
        }
        const published = (await findIntegration(tx, name, caller.principal.userId))!;
        const { version } = published;
        if (differ) await installations.askForScopes(tx, caller, published, last.scopes);
        await record(tx, caller, 'integration.published', key, name, { version, visibility, scopes });
        return published;
      });
    },

    /** Withdraws an integration; it goes wherever it is installed. */
    unpublish: (caller: Caller, integration: IntegrationSubject): Promise<void> =>
      transaction(async (tx) => {
        await lockIntegration(tx, integration);
        await installations.uninstallAll(tx, caller, integration);
        await agents.retire(tx, [integration.account_id]);
        if (await deleteIntegration(tx, integration))
          await record(tx, caller, 'integration.unpublished', integration, integration.name);
      }),

    /** The secrets that an integration was published with, in clear: for its scripts alone. */
    secretsOf: ({
      name,
      secrets: sealed,
    }: Pick<IntegrationRow, 'name' | 'secrets'>): Record<string, string> =>
      sealed === null ? {} : JSON.parse(secrets.decrypt(SECRETS, name.toLowerCase(), sealed)),
  };
};

/** Integrations. */
export type IntegrationsService = ReturnType<typeof createIntegrationsService>;
