import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { withoutUnknownFields } from '../../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OrganizationsService, organizationPolicy } from '../../organizations/index.ts';
import type { AssetsService } from '../assets/assets.service.ts';
import { checkDeclaration } from '../installations/configuration.ts';
import type { InstallationsService } from '../installations/installations.service.ts';
import { PublishedIntegration } from '../integration-schemas.ts';
import type { IntegrationsService } from '../integrations.service.ts';
import {
  deleteIntegration,
  findIntegration,
  type IntegrationKey,
  type IntegrationSubject,
  type IntegrationValues,
  insertIntegration,
  lockIntegration,
  updateIntegration,
} from '../integrations.store.ts';
import type { ServiceAccountsService } from '../service-accounts/service-accounts.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'scripts'> {
  readonly organizations: Pick<OrganizationsService, 'findByName'>;
  readonly integrations: Pick<IntegrationsService, 'encryptSecrets'>;
  readonly serviceAccounts: ServiceAccountsService;
  readonly assets: AssetsService;
  readonly installations: Pick<InstallationsService, 'requestScopes' | 'uninstallAll'>;
}

type Manifest = Static<typeof PublishedIntegration>;

const NAME = /^[a-zA-Z0-9-_.]+$/;
const MAX_NAME_LENGTH = 100;

// `.` and `..` are relative path segments.
const isValidName = (name: string) =>
  NAME.test(name) && name.length <= MAX_NAME_LENGTH && !/^\.+$/.test(name);

/** The host in a URL pattern of a block; it may have wildcards. */
const blockHostOf = (pattern: string): string | undefined =>
  /^(?:https?:\/\/)?([a-z0-9*_.-]+)/i.exec(pattern)?.[1]?.toLowerCase();

const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const normalizePolicy = (policy: Manifest['contentSecurityPolicy']) => {
  if (policy === undefined) return null;
  if (typeof policy === 'string') return toOneLine(policy);
  return Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, toOneLine(String(value))]));
};

/** Service to publish and unpublish integrations. */
export const createPublicationService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, scripts } = deps;
  const { organizations, integrations, serviceAccounts, assets, installations } = deps;

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

  /** Checks that the caller may publish for the organization, and that the name is valid and free. */
  const checkPublisher = async (caller: Caller, name: string, organizationName: string) => {
    const { userId } = caller.principal;
    if (!isValidName(name))
      throw invalid({
        path: 'params.integrationName',
        message: `must be at most ${MAX_NAME_LENGTH} letters, digits, hyphens, underscores and dots`,
      });
    const organization = await organizations.findByName(organizationName, userId);
    if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
    if (!organizationPolicy.can.admin(organization))
      throw forbidden('You do not have permission to publish integrations for this organization');
    const before = await findIntegration(db, name, userId);
    if (before && before.organization_id !== organization.id)
      throw conflict(`The name ${name} is taken by another integration`);
    return { organization, before };
  };

  /** Loads the script once, so that publishing a broken one fails with its error. */
  const checkScript = async (name: string, version: number, owner: string, manifest: Manifest) => {
    const failure = await scripts.check({
      id: `${name}@${version}`,
      owner,
      runtime: manifest.runtime ?? 'v1',
      text: async () => manifest.script,
    });
    if (failure && failure.kind !== 'unavailable')
      throw invalid({ path: 'body.script', message: failure.message });
  };

  const toValues = (
    name: string,
    manifest: Manifest,
    assetHashes: ReadonlyMap<string, string>,
  ): IntegrationValues => {
    const { blocks, contentSources, configurations, contentSecurityPolicy } = withoutUnknownFields(
      PublishedIntegration,
      {
        ...manifest,
        script: '',
      },
    );
    const hosts = (blocks ?? []).flatMap(({ urlUnfurl = [] }) => urlUnfurl.map(blockHostOf));
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
      content_security_policy: normalizePolicy(contentSecurityPolicy),
      script: assetHashes.get('body.script')!,
      icon: assetHashes.get('body.icon') ?? null,
      previews: (manifest.previewImages ?? []).map(
        (_, index) => assetHashes.get(`body.previewImages.${index}`)!,
      ),
      secrets: manifest.secrets ? integrations.encryptSecrets(name, manifest.secrets) : null,
      updated_at: clock.now(),
    };
  };

  return {
    publish: async (caller: Caller, name: string, manifest: Manifest): Promise<IntegrationSubject> => {
      const { organization, before } = await checkPublisher(caller, name, manifest.organization);
      for (const level of ['account', 'space', 'site'] as const)
        checkDeclaration(manifest.configurations?.[level], `body.configurations.${level}`);
      const uploads = assets.parseAssets(manifest);
      await checkScript(before?.name ?? name, (before?.version ?? 0) + 1, organization.id, manifest);
      const values = toValues(name, manifest, await assets.storeAssets(organization.id, uploads));
      return transaction(async (tx) => {
        const { scopes, title, visibility } = values;
        const key = { organization_id: organization.id, id: before?.id ?? newId() };
        const previous = before && (await updateIntegration(tx, key, values));
        const scopesChanged = previous && [...previous.scopes].sort().join() !== [...scopes].sort().join();
        if (before) {
          if (!previous) throw conflict(`${name} was unpublished in the meantime`);
          await serviceAccounts.renameAccounts(tx, key, title, scopesChanged === true);
        } else {
          const isNew = await insertIntegration(
            tx,
            {
              ...key,
              name,
              account_id: await serviceAccounts.createAccount(tx, title),
              created_by: caller.principal.userId,
              created_at: values.updated_at,
            },
            values,
          );
          if (!isNew) throw conflict(`The name ${name} is taken by another integration`);
        }
        const published = (await findIntegration(tx, name, caller.principal.userId))!;
        const { version } = published;
        if (scopesChanged) await installations.requestScopes(tx, caller, published, previous.scopes);
        await record(tx, caller, 'integration.published', key, name, { version, visibility, scopes });
        return published;
      });
    },

    /** Unpublishes an integration, and uninstalls it everywhere. */
    unpublish: (caller: Caller, integration: IntegrationSubject): Promise<void> =>
      transaction(async (tx) => {
        await lockIntegration(tx, integration);
        await installations.uninstallAll(tx, caller, integration);
        await serviceAccounts.revokeTokens(tx, [integration.account_id]);
        if (await deleteIntegration(tx, integration))
          await record(tx, caller, 'integration.unpublished', integration, integration.name);
      }),
  };
};

/** Service to publish and unpublish integrations. */
export type PublicationService = ReturnType<typeof createPublicationService>;
