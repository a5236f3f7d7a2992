import type { Caller } from '../../../kernel/auth/principal.ts';
import { checkCallbackUrl } from '../../../kernel/check-callback-url.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { encodeScriptCall } from '../../../kernel/script-form.ts';
import {
  type ScriptCall,
  type ScriptFailure,
  type ScriptLog,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../../kernel/scripts.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { addressOf } from './development.policy.ts';
import { deleteTunnel, noteAnswer, noteSilence, putTunnel, type Tunnel } from './development.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'egress'>;

const HOUR_MS = 60 * 60 * 1000;
const LONGEST_MS = 12 * HOUR_MS;
const MOST_SILENCES = 3;
const TIMEOUT_MS = 30_000;
const LARGEST_ANSWER = 10 * 1024 * 1024;
// What the provider of a tunnel answers when nobody is at its other end.
const NOBODY_THERE = 530;
const OF_THE_CONNECTION = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding)$/i;

/** What came of looking for the author: how the event went there, or what to say of why it did not. */
type Sent = { readonly run: ScriptRun } | { readonly instead: ScriptLog };

const FAULTS: Readonly<Record<string, ScriptFailure['kind']>> = {
  TIMEOUT: 'timeout',
  TOO_LARGE: 'too-large',
};

/** Events that go to where the author of an integration works on it. */
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

  /** What answered at the other end; undefined when nobody was there. */
  const post = async (tunnel: Tunnel, call: ScriptCall): Promise<ScriptResponse | undefined> => {
    const { contentType, bytes } = encodeScriptCall(call);
    const answer = await egress.fetch(addressOf(tunnel), {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: bytes,
      timeoutMs: TIMEOUT_MS,
      maxBytes: LARGEST_ANSWER,
      redirect: 'manual',
    });
    if (answer.status === NOBODY_THERE) {
      answer.stream.destroy();
      return undefined;
    }
    return {
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.test(name)),
      body: await answer.bytes(),
    };
  };

  return {
    /** Sends the events of an integration through a tunnel, until it is ended, or nobody is there, or nothing was heard for long. */
    start: async (
      caller: Caller,
      integration: IntegrationRow,
      { tunnelUrl, all = false }: { readonly tunnelUrl: string; readonly all?: boolean },
    ): Promise<void> => {
      const fault = await checkCallbackUrl(egress, tunnelUrl);
      if (fault)
        throw invalid({
          path: 'body.tunnelUrl',
          message:
            fault.code === 'FORBIDDEN_ADDRESS'
              ? 'is an address that this server may not call: its operator can list it in LECTERN_EGRESS_ALLOW'
              : fault.message,
        });
      await transaction(async (tx) => {
        await putTunnel(tx, {
          organization_id: integration.organization_id,
          integration_id: integration.id,
          url: tunnelUrl,
          everyone: all,
          expires_at: new Date(clock.now().getTime() + LONGEST_MS),
        });
        await record(tx, caller, 'started', integration, { all });
      });
    },

    end: (caller: Caller, integration: IntegrationRow): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteTunnel(tx, integration)) await record(tx, caller, 'ended', integration);
      }),

    /** Sends an event through a tunnel. */
    send: async (tunnel: Tunnel, call: ScriptCall): Promise<Sent> => {
      const said = (level: ScriptLog['level'], what: string) =>
        serverLogLine(level, `Sent to the tunnel ${tunnel.url}: ${what}`);
      const ran = (outcome: ScriptRun['outcome'], log: ScriptLog): Sent => ({
        run: { outcome, logs: Promise.resolve([log]) },
      });
      let why = 'Nobody is at its other end.';
      try {
        const answer = await post(tunnel, call);
        if (answer) {
          await noteAnswer(db, tunnel);
          return ran(answer, said('info', `it answered with the status ${answer.status}.`));
        }
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        const kind = FAULTS[error.code];
        if (kind) return ran({ kind, message: error.message }, said('error', error.message));
        why = error.message;
      }
      await noteSilence(db, tunnel, MOST_SILENCES);
      return { instead: said('warn', `${why} What is published was asked instead.`) };
    },
  };
};

/** Events that go to where the author of an integration works on it. */
export type DevelopmentService = ReturnType<typeof createDevelopmentService>;
