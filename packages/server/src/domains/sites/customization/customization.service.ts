import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { withoutUnknownFields } from '../../../kernel/contract/validation.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { requireCondition } from '../adaptive-content/claims-schema.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteKey, SiteSubject } from '../sites.store.ts';
import { findVisibleSiteSpace } from '../structure/site-targets.service.ts';
import type { StructureService } from '../structure/structure.service.ts';
import { withCurrentUrls } from './current-urls.ts';
import {
  type Customization,
  CustomizationInput,
  CustomizationOverride,
  type Override,
} from './customization.contract.ts';
import {
  findCustomization,
  findOverride,
  findOverrides,
  saveOverride,
  upsertCustomization,
} from './customization.store.ts';
import {
  DEFAULT_CUSTOMIZATION,
  findUnsafeLink,
  mergeCustomization,
  patchOverride,
} from './merge-customization.ts';
import { withPageActions } from './page-actions.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events' | 'links'> {
  readonly structures: Pick<StructureService, 'view'>;
}

/** The settings of a site with the overrides of one of its site spaces. */
export interface SiteSpaceCustomization {
  readonly site: Customization;
  readonly override: Override;
}

const validateSettings = (settings: Override) => {
  const path = findUnsafeLink(settings, 'body');
  if (path !== undefined) throw invalid({ path, message: 'is not a safe URL' });
  const { header } = settings as { header?: { links?: readonly { condition?: string }[] } };
  for (const [at, { condition }] of (header?.links ?? []).entries())
    requireCondition(condition, `body.header.links.${at}.condition`);
};

// Events record the names of changed settings only: values can be large.
const changedSettings = (before: object, after: object): string[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !isDeepStrictEqual(old.get(field), now.get(field)))
    .sort();
};

/** Service for the customization of sites and site spaces. */
export const createCustomizationService = ({ db, links, structures, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  const isVisible = async (caller: Caller, site: SiteSubject, siteSpaceId: string, executor = db) =>
    findVisibleSiteSpace(await structures.view(caller.principal.userId, site, executor), siteSpaceId) !==
    undefined;
  const withUrls = <T>(site: SiteKey, settings: T): T => withCurrentUrls(settings, site, links.fileUrl);
  const findForSite = async (site: SiteKey, executor = db): Promise<Customization> =>
    withUrls(site, mergeCustomization((await findCustomization(executor, site)) ?? DEFAULT_CUSTOMIZATION));

  const changeOverride = (
    caller: Caller,
    site: SiteSubject,
    siteSpaceId: string,
    changed: (before: Override) => Override,
  ): Promise<Override | undefined> =>
    change(caller, site, async (tx, record) => {
      if (!(await isVisible(caller, site, siteSpaceId, tx))) return undefined;
      const before = await findOverride(tx, site, siteSpaceId);
      const after = changed(before);
      const fields = changedSettings(before, after);
      if (fields.length > 0) {
        await saveOverride(tx, site, siteSpaceId, after);
        await record('site.space-customization-changed', { siteSpace: siteSpaceId, fields });
      }
      return after;
    });

  return {
    findForSite: (site: SiteSubject): Promise<Customization> => findForSite(site),

    /** The settings of a site and of each of these site spaces, by id. */
    findAll: async (site: SiteKey, siteSpaces: readonly string[]) => {
      const [settings, overrides] = await Promise.all([findForSite(site), findOverrides(db, site)]);
      const settingsOf = (id: string) => {
        const override = overrides.get(id);
        return override ? mergeCustomization(settings, withUrls(site, override)) : settings;
      };
      return {
        site: settings,
        siteSpaces: Object.fromEntries(siteSpaces.map((id) => [id, settingsOf(id)])),
      };
    },

    /** Replaces the settings of a site; fails if they are not those that the caller has read, if it names them. */
    replace: (
      caller: Caller,
      site: SiteSubject,
      given: CustomizationInput,
      expected?: object,
    ): Promise<Customization> => {
      const input = withoutUnknownFields(CustomizationInput, given);
      validateSettings(input as Override);
      return change(caller, site, async (tx, record) => {
        const before = await findForSite(site, tx);
        if (expected && !isDeepStrictEqual(expected, JSON.parse(JSON.stringify(before))))
          throw conflict('Somebody has changed the customization since you read it: read it again');
        const settings: Customization = {
          ...input,
          ...withPageActions(before, input),
          styling: { ...input.styling, codeTheme: input.styling.codeTheme ?? before.styling.codeTheme },
          socialAccounts: input.socialAccounts ?? before.socialAccounts,
        };
        const fields = changedSettings(before, settings);
        if (fields.length > 0) {
          await upsertCustomization(tx, site, settings);
          await record('site.customization-changed', { fields });
        }
        return settings;
      });
    },

    getForSiteSpace: async (
      caller: Caller,
      site: SiteSubject,
      siteSpaceId: string,
    ): Promise<SiteSpaceCustomization> => {
      if (!(await isVisible(caller, site, siteSpaceId))) throw notFound('site space');
      const override = await findOverride(db, site, siteSpaceId);
      return { site: await findForSite(site), override: withUrls(site, override) };
    },

    override: async (
      caller: Caller,
      site: SiteSubject,
      siteSpaceId: string,
      input: Override,
    ): Promise<SiteSpaceCustomization> => {
      const wanted = withoutUnknownFields(CustomizationOverride, input);
      validateSettings(wanted);
      const override = await changeOverride(caller, site, siteSpaceId, (before) =>
        patchOverride(before, wanted),
      );
      if (!override) throw notFound('site space');
      return { site: await findForSite(site), override: withUrls(site, override) };
    },

    reset: async (caller: Caller, site: SiteSubject, siteSpaceId: string): Promise<void> => {
      await changeOverride(caller, site, siteSpaceId, () => ({}));
    },
  };
};

/** Service for the customization of sites and site spaces. */
export type CustomizationService = ReturnType<typeof createCustomizationService>;
