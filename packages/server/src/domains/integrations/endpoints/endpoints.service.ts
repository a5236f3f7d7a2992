import { LRUCache } from 'lru-cache';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ScriptFailure } from '../../../kernel/scripts.ts';
import { secondsSaid } from '../calls/calls.policy.ts';
import { type CallsService, isAnswer, printOf } from '../calls/calls.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { endpointsOf } from '../integrations.handlers.ts';
import { headersForBrowser, headersForScript, type Level, levelOf } from './endpoints.policy.ts';

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly environment: Pick<EnvironmentService, 'place' | 'places'>;
  readonly calls: Pick<CallsService, 'ask'>;
}

const SCRIPT = '/script.js';
const NO_SCRIPT = '/** no-op */';
const KEPT_BYTES = 32 * 1024 * 1024;
// What is kept for ever would be without what the script would say an hour later.
const LONGEST_KEPT_SECONDS = 60 * 60;

const STATUS_OF: Readonly<Record<ScriptFailure['kind'], number>> = {
  timeout: 504,
  crashed: 502,
  interrupted: 503,
  unloadable: 502,
  'too-large': 502,
  unavailable: 503,
  stopping: 503,
};

/** A policy as headers have it. */
const policyText = (policy: unknown): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy as Readonly<Record<string, string>>)
        .map(([directive, value]) => `${directive} ${value}`.trim())
        .join('; ');

// What a script threw or this machine said is for those who read the events, not for everybody who asks.
const SAID_TO_ALL: Readonly<Record<ScriptFailure['kind'], string>> = {
  timeout: 'It took too long.',
  crashed: 'It failed.',
  interrupted: 'The process that it shared with others ended.',
  unloadable: 'It does not load.',
  'too-large': 'Its answer is too large.',
  unavailable: 'It cannot run for the moment.',
  stopping: 'It cannot run for the moment.',
};

/** What whoever waits for a script is told of its fault. */
export const faultAsError = (name: string, { kind }: ScriptFailure): ApiError =>
  new ApiError(STATUS_OF[kind], `The integration ${name} gave no answer: ${SAID_TO_ALL[kind]}`);

/** The addresses of integrations: whoever calls them is answered by their scripts. */
export const createEndpointsService = ({ links, environment, calls }: Dependencies) => {
  const placeOf = async (integrationName: string, level: Level): Promise<Place | undefined> => {
    if (level.installationId === undefined) return environment.place(integrationName);
    const { installationId, content } = level;
    const [place] = await environment.places({
      integrationName,
      installationId,
      ...(content && { content }),
    });
    const isPaused = place?.installation?.status === 'paused' || place?.content?.status === 'paused';
    return isPaused ? undefined : place;
  };

  const kept = new LRUCache<string, PageResponse>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }) => content.length + 1024,
  });

  /** The script that an integration puts into pages of a site. */
  const make = async (place: Place, siteId: string): Promise<PageResponse> => {
    const { name, scopes } = place.integration;
    const ids = { installationId: place.installation!.id, siteId };
    const outcome = scopes.includes('site:script:inject')
      ? await calls.ask(place, { type: 'fetch_published_script', ...ids })
      : undefined;
    if (outcome && !isAnswer(outcome)) throw faultAsError(name, outcome);
    const isScript = outcome?.status === 200;
    const kept = outcome?.headers.find(([header]) => header.toLowerCase() === 'cache-control')?.[1];
    return {
      status: 200,
      headers: {
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': isScript ? (kept ?? 'public, max-age=300') : 'public, max-age=60',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      },
      content: isScript ? Buffer.from(outcome.body) : NO_SCRIPT,
    };
  };

  /** The same, kept while the integration and its configuration are as they were. */
  const published = async (place: Place, siteId: string): Promise<PageResponse> => {
    // Whoever works on it wants to see what it is now.
    if (place.tunnel) return make(place, siteId);
    const key = printOf(place);
    const before = kept.get(key);
    if (before) return before;
    const made = await make(place, siteId);
    const said = secondsSaid([['cache-control', String(made.headers['cache-control'])]]);
    const seconds = Math.min(said ?? 0, LONGEST_KEPT_SECONDS);
    if (seconds > 0) kept.set(key, made, { ttl: seconds * 1000 });
    return made;
  };

  return {
    /** The scripts that integrations put into pages of a site. */
    findSiteScripts: async ({ organization_id, id }: { organization_id: string; id: string }) => {
      const places = await environment.places({
        organizationId: organization_id,
        content: { kind: 'site', id },
        scope: 'site:script:inject',
        active: true,
      });
      return places.map((place) => {
        const { integration, installation } = place;
        const level = `/installations/${installation!.id}/sites/${id}`;
        const policy = integration.content_security_policy;
        return {
          script: `${endpointsOf(links, integration.name, level).publicEndpoint}${SCRIPT}?version=${integration.version}.0&configuration=${printOf(place)}`,
          ...(policy !== null && { contentSecurityPolicy: policyText(policy) }),
          cookies: integration.scopes.includes('site:script:cookies'),
        };
      });
    },

    answer: async (
      method: string,
      { integrationName, endpoint }: { integrationName: string; endpoint: string },
      { url, headers, body }: BrowserRequest,
    ): Promise<PageResponse> => {
      const level = levelOf(endpoint);
      const place = level && (await placeOf(integrationName, level));
      if (!place) throw notFound('integration');
      const { integration, installation, content } = place;
      if (method === 'get' && level.rest === SCRIPT && content?.kind === 'site')
        return published(place, content.content_id);
      const said = {
        type: 'fetch',
        request: { method, url: links.fileUrl(url), headers: headersForScript(headers) },
        ...(installation && { installationId: installation.id }),
        ...(content && { [`${content.kind}Id`]: content.content_id }),
      };
      const hasBody = method !== 'get' && (body as Buffer).length > 0;
      const outcome = await calls.ask(place, said, hasBody ? (body as Buffer) : undefined);
      if (!isAnswer(outcome)) throw faultAsError(integration.name, outcome);
      const { publicEndpoint } = endpointsOf(links, integration.name, '');
      return {
        status: outcome.status,
        headers: headersForBrowser(outcome, new URL(publicEndpoint).pathname),
        content: Buffer.from(outcome.body),
      };
    },
  };
};

/** The addresses of integrations. */
export type EndpointsService = ReturnType<typeof createEndpointsService>;
