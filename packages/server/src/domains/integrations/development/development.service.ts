import type { Caller } from '../../../kernel/auth/principal.ts';
import { checkCallbackUrl } from '../../../kernel/check-callback-url.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { encodeScriptCall } from '../../../kernel/encode-script-call.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import {
  type ScriptCall,
  type ScriptFailure,
  type ScriptLog,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { scriptBody } from '../../../kernel/script-body.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import {
  deleteTunnel,
  recordTunnelFailure,
  resetTunnelFailures,
  type Tunnel,
  upsertTunnel,
} from './development.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'egress'>;

const HOUR_MS = 60 * 60 * 1000;
const TUNNEL_LIFETIME_MS = 12 * HOUR_MS;
const MAX_FAILURES = 3;
const TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;
// The status of a tunnel provider whose client is not connected.
const TUNNEL_UNREACHABLE = 530;
const CONNECTION_HEADERS = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding)$/i;

/** The run on the author's machine, or the log line that explains reason the published script runs instead. */
type TunnelResult = { readonly run: ScriptRun } | { readonly fallbackLog: ScriptLog };

const FAILURE_KINDS: Readonly<Record<string, ScriptFailure['kind']>> = {
  TIMEOUT: 'timeout',
  TOO_LARGE: 'too-large',
};

/** The URL that events are posted to: `/v1`, as for published scripts, unless the tunnel names a path. */
const tunnelEndpoint = ({ url }: Pick<Tunnel, 'url'>): string => {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '/v1';
  return address.href;
};

/** Sends events through a tunnel to the machine of the integration's author. */
export const createDevelopmentService = ({ db, transaction, clock, events, egress }: Dependencies) => {
  const record = (
    tx: Parameters<Parameters<typeof transaction>[0]>[0],
    caller: Caller,
    happened: 'started' | 'ended',
    { organization_id, id, name }: IntegrationRow,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: organization_id,
      action: `integration.development-${happened}`,
      target: { type: 'integration', id, label: name },
      payload,
    });

  /** Posts an event to the tunnel; undefined if no client is connected. */
  const post = async (tunnel: Tunnel, call: ScriptCall): Promise<ScriptResponse | undefined> => {
    const { contentType, bytes } = encodeScriptCall(call);
    const response = await egress.fetch(tunnelEndpoint(tunnel), {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: bytes,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      redirect: 'manual',
    });
    if (response.status === TUNNEL_UNREACHABLE) {
      response.stream.destroy();
      return undefined;
    }
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !CONNECTION_HEADERS.test(name)),
      body: scriptBody([await response.bytes()]),
    };
  };

  return {
    /** Starts development mode; it ends by `end`, after three failures in a row, or after twelve hours. */
    start: async (
      caller: Caller,
      integration: IntegrationRow,
      { tunnelUrl, all = false }: { readonly tunnelUrl: string; readonly all?: boolean },
    ): Promise<void> => {
      const urlError = await checkCallbackUrl(egress, tunnelUrl);
      if (urlError)
        throw invalid({
          path: 'body.tunnelUrl',
          message:
            urlError.code === 'FORBIDDEN_ADDRESS'
              ? 'is a private address: to allow it, the operator can add it to LECTERN_EGRESS_ALLOW'
              : urlError.problem,
        });
      await transaction(async (tx) => {
        await upsertTunnel(tx, {
          organization_id: integration.organization_id,
          integration_id: integration.id,
          url: tunnelUrl,
          everyone: all,
          expires_at: new Date(clock.now().getTime() + TUNNEL_LIFETIME_MS),
        });
        await record(tx, caller, 'started', integration, { all });
      });
    },

    end: (caller: Caller, integration: IntegrationRow): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteTunnel(tx, integration)) await record(tx, caller, 'ended', integration);
      }),

    /** Sends an event through a tunnel. */
    send: async (tunnel: Tunnel, call: ScriptCall): Promise<TunnelResult> => {
      const logLine = (level: ScriptLog['level'], message: string) =>
        serverLogLine(level, `Sent to the tunnel ${tunnel.url}: ${message}`);
      const toResult = (outcome: ScriptRun['outcome'], log: ScriptLog): TunnelResult => ({
        run: { outcome, logs: Promise.resolve([log]) },
      });
      let reason = 'no client is connected.';
      try {
        const response = await post(tunnel, call);
        if (response) {
          await resetTunnelFailures(db, tunnel);
          return toResult(response, logLine('info', `it responded with the status ${response.status}.`));
        }
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        const kind = FAILURE_KINDS[error.code];
        if (kind) return toResult({ kind, message: error.message }, logLine('error', error.message));
        reason = error.message;
      }
      await recordTunnelFailure(db, tunnel, MAX_FAILURES);
      return { fallbackLog: logLine('warn', `${reason} The published script ran instead.`) };
    },
  };
};

/** Service for development mode. */
export type DevelopmentService = ReturnType<typeof createDevelopmentService>;
