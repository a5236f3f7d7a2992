import { createHash } from 'node:crypto';
import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import {
  type ScriptCall,
  type ScriptFailure,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { DevelopmentService } from '../development/development.service.ts';
import { tunnelOf } from '../scripts/recipient-tunnel.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { isScriptResponse } from '../scripts/script-responses.ts';
import { chainLimits } from './chain-limits.ts';
import { chainOfCall, chainOfScript } from './event-chains.ts';
import { insertEvents, recipientColumns, toStoredLogs } from './events.store.ts';
import { redactEvent } from './redact-event.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'newId' | 'scripts'> {
  readonly environment: Pick<ScriptEnvironmentService, 'environmentOf' | 'scriptOf'>;
  readonly development: Pick<DevelopmentService, 'send'>;
}

const TOO_MANY_CALLS =
  'Integrations have called each other too often because of one event; the log of the integration shows the chain.';

/** An event without an id. */
export type UnsentEvent = Omit<ScriptCall['event'], 'eventId'> & Pick<ScriptCall['event'], 'type'>;

/** Hash of everything that the response of a script depends on: version, scopes and configuration. */
export const recipientHash = ({ integration, installation, content }: Recipient): string =>
  createHash('sha256')
    .update(JSON.stringify([installation?.configuration, content?.configuration]))
    .update(
      `${integration.id} ${integration.version} ${installation?.id} ${content?.content_id} ${integration.scopes}`,
    )
    .digest('hex')
    .slice(0, 20);

/** Runs scripts of integrations with events. */
export const createScriptCallsService = (deps: Dependencies) => {
  const { db, clock, newId, scripts, environment, development } = deps;

  /** Runs the script of a recipient, or sends the event to the tunnel in development mode. */
  const run = async (
    recipient: Recipient,
    event: ScriptCall['event'],
    chain: EventChain,
    body?: Uint8Array,
  ): Promise<ScriptRun> => {
    const ownChain = chainOfScript(chain, recipient.integration.id);
    const call: ScriptCall = {
      script: environment.scriptOf(recipient.integration),
      environment: await environment.environmentOf(recipient, ownChain),
      event,
      body,
      chain: ownChain,
    };
    const tunnel = tunnelOf(recipient, clock.now());
    const tunneled = tunnel && (await development.send(tunnel, call));
    if (!tunneled) return scripts.run(call);
    if ('run' in tunneled) return tunneled.run;
    const { outcome, logs } = await scripts.run(call);
    return { outcome, logs: logs.then((lines) => [tunneled.fallbackLog, ...lines]) };
  };

  /** Runs a script that another script calls, unless they have called each other too often. */
  const runWithinLimits = async (
    recipient: Recipient,
    event: ScriptCall['event'],
    chain: EventChain,
    cause: EventChain | undefined,
    body: Uint8Array | undefined,
  ): Promise<ScriptRun> => {
    const { integration } = recipient;
    const limit = (await chainLimits(db, cause && chain, [integration], clock.now()))(integration);
    if (limit === undefined) return run(recipient, event, chain, body);
    return {
      outcome: { kind: 'refused', message: TOO_MANY_CALLS },
      logs: Promise.resolve([serverLogLine('warn', limit)]),
    };
  };

  return {
    run,

    /** Runs a script with an event whose response is awaited, and logs the event; `cause` is the chain of a calling script. */
    call: async (
      recipient: Recipient,
      unsent: UnsentEvent,
      {
        body,
        cause,
      }: { readonly body?: Uint8Array | undefined; readonly cause?: EventChain | undefined } = {},
    ): Promise<ScriptResponse | ScriptFailure> => {
      const eventId = newId();
      const created_at = clock.now();
      const event = { ...unsent, eventId };
      const chain = chainOfCall(eventId, cause, recipient.integration.id);
      const { outcome, logs } = await runWithinLimits(recipient, event, chain, cause, body);
      const status =
        isScriptResponse(outcome) && outcome.status < 500 ? ('success' as const) : ('failed' as const);
      // The caller does not wait for work after the response.
      void logs
        .then((logLines) =>
          insertEvents(db, [
            {
              ...recipientColumns(recipient),
              id: eventId,
              type: unsent.type,
              payload: JSON.stringify(redactEvent(event)),
              status,
              attempts: 1,
              logs: toStoredLogs(logLines),
              created_at,
              ...(cause && { origin_id: chain.origin, chain_path: [...chain.path] }),
            },
          ]),
        )
        // Without the database, the log misses an event.
        .catch(() => {});
      return outcome;
    },
  };
};

/** Service that runs scripts of integrations. */
export type ScriptCallsService = ReturnType<typeof createScriptCallsService>;
