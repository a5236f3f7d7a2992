import { createHash } from 'node:crypto';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ScriptCall, ScriptFailure, ScriptResponse, ScriptRun } from '../../../kernel/scripts.ts';
import { tunnelOf } from '../development/development.policy.ts';
import type { DevelopmentService } from '../development/development.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { columnsOf, insertEvents, toStoredLogs } from '../events/events.store.ts';
import { keptOf } from '../keeping/keeping.policy.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'newId' | 'scripts'> {
  readonly environment: Pick<EnvironmentService, 'of' | 'scriptOf'>;
  readonly development: Pick<DevelopmentService, 'send'>;
}

/** An event before it has an id. */
export type SaidEvent = Omit<ScriptCall['event'], 'eventId'> & Pick<ScriptCall['event'], 'type'>;

/** Whether a script gave an answer that is one. */
export const isAnswer = (outcome: ScriptResponse | ScriptFailure): outcome is ScriptResponse =>
  'status' in outcome;

/** Names what the answer of a script depends on at a place: its version, what it may do and what it was told there. */
export const printOf = ({ integration, installation, content }: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([installation?.configuration, content?.configuration]))
    .update(
      `${integration.id} ${integration.version} ${installation?.id} ${content?.content_id} ${integration.scopes}`,
    )
    .digest('hex')
    .slice(0, 20);

/** Gives events to the scripts of integrations. */
export const createCallsService = (deps: Dependencies) => {
  const { db, clock, newId, scripts, environment, development } = deps;

  /** Gives an event to the script at a place, or to its author who works on it. */
  const run = async (place: Place, event: ScriptCall['event'], body?: Uint8Array): Promise<ScriptRun> => {
    const call: ScriptCall = {
      script: environment.scriptOf(place.integration),
      environment: await environment.of(place),
      event,
      body,
    };
    const tunnel = tunnelOf(place, clock.now());
    const sent = tunnel && (await development.send(tunnel, call));
    if (!sent) return scripts.run(call);
    if ('run' in sent) return sent.run;
    const { outcome, logs } = await scripts.run(call);
    return { outcome, logs: logs.then((lines) => [sent.instead, ...lines]) };
  };

  return {
    run,

    /** Asks a script something that somebody waits for; what became of it is kept for its author. */
    ask: async (
      place: Place,
      said: SaidEvent,
      body?: Uint8Array,
    ): Promise<ScriptResponse | ScriptFailure> => {
      const eventId = newId();
      const created_at = clock.now();
      const event = { ...said, eventId };
      const { outcome, logs } = await run(place, event, body);
      const status = isAnswer(outcome) && outcome.status < 500 ? ('success' as const) : ('failed' as const);
      // Nobody waits for what a script does after its answer.
      void logs
        .then((written) =>
          insertEvents(db, [
            {
              ...columnsOf(place),
              id: eventId,
              type: said.type,
              payload: JSON.stringify(keptOf(event)),
              status,
              attempts: 1,
              logs: toStoredLogs(written),
              created_at,
            },
          ]),
        )
        // Where the database is gone, an author misses a line of the log.
        .catch(() => {});
      return outcome;
    },
  };
};

/** Gives events to the scripts of integrations. */
export type CallsService = ReturnType<typeof createCallsService>;
