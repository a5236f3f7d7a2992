import { LRUCache } from 'lru-cache';
import { CHAIN_HEADER, type EventChain, verifyChain } from '../../../kernel/auth/chained-tokens.ts';
import { clientNetwork } from '../../../kernel/client-network.ts';
import type { BrowserRequest, PageResponse, RelayResponse } from '../../../kernel/contract/operation.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import { bytesOf, sendableBody } from '../../../kernel/script-body.ts';
import { createTurns } from '../../../kernel/turns.ts';
import type { AssetsService } from '../assets/assets.service.ts';
import { recipientHash, type ScriptCallsService } from '../events/script-calls.service.ts';
import { endpointUrls } from '../present-integration.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { cacheControlSeconds, isScriptResponse, scriptFailureError } from '../scripts/script-responses.ts';
import { createConsentManagers } from './consent-managers.ts';
import {
  type EndpointPath,
  parseEndpointPath,
  requestHeadersForScript,
  responseHeadersForBrowser,
} from './endpoint-headers.ts';

interface Dependencies extends Pick<Kernel, 'links' | 'clock' | 'limits' | 'signing'> {
  readonly environment: Pick<ScriptEnvironmentService, 'integrationRecipient' | 'recipients'>;
  readonly calls: Pick<ScriptCallsService, 'call'>;
  readonly assets: Pick<AssetsService, 'readScript'>;
}

/** The bytes of all large responses together that are sent in one turn of the event loop. */
const TURN_BYTES = 256 * 1024;
const SCRIPT_PATH = '/script.js';
const EMPTY_SCRIPT = '/** no-op */';
const CACHE_BYTES = 32 * 1024 * 1024;
// Scripts may declare any max-age; a longer one would hide their changes.
const MAX_CACHE_SECONDS = 60 * 60;

/** A content security policy as the value of a header. */
const contentSecurityPolicyHeader = (policy: unknown): string =>
  typeof policy === 'string'
    ? policy
    : Object.entries(policy as Readonly<Record<string, string>>)
        .map(([directive, value]) => `${directive} ${value}`.trim())
        .join('; ');

/** Endpoints of integrations, and the scripts they inject into sites. */
export const createEndpointsService = ({
  links,
  clock,
  limits,
  signing,
  environment,
  calls,
  assets,
}: Dependencies) => {
  const callers = createRateLimit(limits.endpointCallsPerMinute, () => clock.now().getTime());
  const turns = createTurns(TURN_BYTES);
  const isConsentManager = createConsentManagers(assets);

  /** Whether a script waits for the consent of readers to cookies; a script that asks for it cannot. */
  const needsConsent = async ({ integration }: Recipient): Promise<boolean> =>
    integration.scopes.includes('site:script:cookies') && !(await isConsentManager(integration));

  /** The chain of the script that calls an endpoint. */
  const causeOf = ({ [CHAIN_HEADER]: signed }: BrowserRequest['headers']): EventChain | undefined =>
    typeof signed === 'string' ? verifyChain(signing, CHAIN_HEADER, signed) : undefined;

  const recipientOf = async (integrationName: string, path: EndpointPath): Promise<Recipient | undefined> => {
    if (path.installationId === undefined) return environment.integrationRecipient(integrationName);
    const { installationId, content } = path;
    const [recipient] = await environment.recipients({
      integrationName,
      installationId,
      ...(content && { content }),
    });
    const isPaused = recipient?.installation?.status === 'paused' || recipient?.content?.status === 'paused';
    return isPaused ? undefined : recipient;
  };

  const cache = new LRUCache<string, PageResponse>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ content }) => content.length + 1024,
  });

  /** Asks the integration for the script that it injects into pages of a site. */
  const fetchSiteScript = async (recipient: Recipient, siteId: string): Promise<PageResponse> => {
    const { name, scopes } = recipient.integration;
    const ids = { installationId: recipient.installation!.id, siteId };
    const outcome = scopes.includes('site:script:inject')
      ? await calls.call(recipient, { type: 'fetch_published_script', ...ids })
      : undefined;
    if (outcome && !isScriptResponse(outcome)) throw scriptFailureError(name, outcome);
    const isScript = outcome?.status === 200;
    const cacheControl = outcome?.headers.find(([header]) => header.toLowerCase() === 'cache-control')?.[1];
    return {
      status: 200,
      headers: {
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': isScript ? (cacheControl ?? 'public, max-age=300') : 'public, max-age=60',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      },
      content: isScript ? bytesOf(outcome.body) : EMPTY_SCRIPT,
    };
  };

  /** The same, cached until the integration or its configuration changes. */
  const siteScript = async (recipient: Recipient, siteId: string): Promise<PageResponse> => {
    // Development mode is not cached.
    if (recipient.tunnel) return fetchSiteScript(recipient, siteId);
    const key = recipientHash(recipient);
    const cached = cache.get(key);
    if (cached) return cached;
    const response = await fetchSiteScript(recipient, siteId);
    const maxAge = cacheControlSeconds([['cache-control', String(response.headers['cache-control'])]]);
    const seconds = Math.min(maxAge ?? 0, MAX_CACHE_SECONDS);
    if (seconds > 0) cache.set(key, response, { ttl: seconds * 1000 });
    return response;
  };

  return {
    /** The URLs and policies of the scripts that integrations inject into a site. */
    findSiteScripts: async ({ organization_id, id }: { organization_id: string; id: string }) => {
      const recipients = await environment.recipients({
        organizationId: organization_id,
        content: { kind: 'site', id },
        scope: 'site:script:inject',
        active: true,
      });
      return Promise.all(
        recipients.map(async (recipient) => {
          const { integration, installation } = recipient;
          const level = `/installations/${installation!.id}/sites/${id}`;
          const policy = integration.content_security_policy;
          return {
            script: `${endpointUrls(links, integration.name, level).publicEndpoint}${SCRIPT_PATH}?version=${integration.version}.0&configuration=${recipientHash(recipient)}`,
            ...(policy !== null && { contentSecurityPolicy: contentSecurityPolicyHeader(policy) }),
            cookies: await needsConsent(recipient),
          };
        }),
      );
    },

    answer: async (
      method: string,
      { integrationName, endpoint }: { integrationName: string; endpoint: string },
      { url, headers, body, address }: BrowserRequest,
    ): Promise<RelayResponse> => {
      const path = parseEndpointPath(endpoint);
      const recipient = path && (await recipientOf(integrationName, path));
      if (!recipient) throw notFound('integration');
      const { integration, installation, content } = recipient;
      if (method === 'get' && path.rest === SCRIPT_PATH && content?.kind === 'site')
        return siteScript(recipient, content.content_id);
      callers.consume(`${integration.id} ${clientNetwork(address)}`);
      const event = {
        type: 'fetch',
        request: { method, url: links.fileUrl(url), headers: requestHeadersForScript(headers) },
        ...(installation && { installationId: installation.id }),
        ...(content && { [`${content.kind}Id`]: content.content_id }),
      };
      const hasBody = method !== 'get' && (body as Buffer).length > 0;
      const outcome = await calls.call(recipient, event, {
        body: hasBody ? (body as Buffer) : undefined,
        cause: causeOf(headers),
      });
      if (!isScriptResponse(outcome)) throw scriptFailureError(integration.name, outcome);
      const { publicEndpoint } = endpointUrls(links, integration.name, '');
      return {
        status: outcome.status,
        headers: responseHeadersForBrowser(outcome, new URL(publicEndpoint).pathname),
        content: sendableBody(outcome.body, turns),
      };
    },
  };
};

/** Service for the endpoints of integrations. */
export type EndpointsService = ReturnType<typeof createEndpointsService>;
