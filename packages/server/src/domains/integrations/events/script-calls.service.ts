import { createHash } from 'node:crypto';
import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type {
  ScriptCall,
  ScriptFailure,
  ScriptResponse,
  ScriptRun,
} from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { DevelopmentService } from '../development/development.service.ts';
import { tunnelOf } from '../scripts/recipient-tunnel.ts';
import type { Recipient } from '../scripts/recipients.store.ts';
import type { ScriptEnvironmentService } from '../scripts/script-environment.service.ts';
import { isScriptResponse } from '../scripts/script-responses.ts';
import { insertEvents, recipientColumns, toStoredLogs } from './events.store.ts';
import { redactEvent } from './redact-event.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'newId' | 'scripts'> {
  readonly environment: Pick<ScriptEnvironmentService, 'environmentOf' | 'scriptOf'>;
  readonly development: Pick<DevelopmentService, 'send'>;
}

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
    const call: ScriptCall = {
      script: environment.scriptOf(recipient.integration),
      environment: await environment.environmentOf(recipient, chain),
      event,
      body,
    };
    const tunnel = tunnelOf(recipient, clock.now());
    const tunneled = tunnel && (await development.send(tunnel, call));
    if (!tunneled) return scripts.run(call);
    if ('run' in tunneled) return tunneled.run;
    const { outcome, logs } = await scripts.run(call);
    return { outcome, logs: logs.then((lines) => [tunneled.fallbackLog, ...lines]) };
  };

  return {
    run,

    /** Runs a script with an event whose response is awaited, and logs the event. */
    call: async (
      recipient: Recipient,
      unsent: UnsentEvent,
      body?: Uint8Array,
    ): Promise<ScriptResponse | ScriptFailure> => {
      const eventId = newId();
      const created_at = clock.now();
      const event = { ...unsent, eventId };
      const { outcome, logs } = await run(recipient, event, { origin: eventId, depth: 0 }, body);
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
