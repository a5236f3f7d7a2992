import { createHash } from 'node:crypto';
import {
  type Script,
  type ScriptCall,
  type ScriptFailure,
  type ScriptRun,
  serverLogLine,
} from '../../kernel/scripts.ts';
import { createApart } from './apart.ts';
import { createPlaces, type Places } from './places.ts';
import type { Attempt, Shard, ShardEvents } from './shard.ts';

/** What a pool of processes needs. */
export interface PoolOptions {
  readonly start: (on: ShardEvents) => Promise<Shard>;
  readonly processes: number;
  readonly idleMs: number;
  /** How long a process that is replaced, or a server that stops, may go on with what is under way. */
  readonly drainMs: { readonly replaced: number; readonly closing: number };
  /** Of one script: how many events it works on, and how many may wait for that. */
  readonly events: { readonly atOnce: number; readonly waiting: number };
  readonly warn: (details: object, message: string) => void;
}

/** Processes with scripts, so that what one script does reaches few others, and those only for a moment. */
export interface ScriptPool {
  run(call: ScriptCall): Promise<ScriptRun>;
  close(): Promise<void>;
}

interface Slot {
  starting: Promise<Shard> | undefined;
  shard: Shard | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** So many processes that were replaced may go on with what they have: each may take as much memory as any. */
const MOST_DRAINING = 2;
const HELD_BACK = 'It did harm, and the process that it did it in has not ended yet.';

/** Spreads scripts over processes by their owners, and puts those apart that do harm, or may have. */
export const createPool = (options: PoolOptions): ScriptPool => {
  const slots = new Map<string, Slot>();
  const shards = new Set<Shard>();
  const loads = new Map<string, number>();
  // Those that were replaced and still have events, the oldest first, with whom they were replaced for.
  const draining = new Map<Shard, ReadonlySet<string>>();
  const apart = createApart();
  const places = new Map<string, Places>();
  let isClosed = false;

  const slotOf = ({ id, owner }: Script): Slot => {
    const name = apart.placeOf(id) ?? `shard ${numberOf(owner) % options.processes}`;
    const slot = slots.get(name) ?? { starting: undefined, shard: undefined, idle: undefined };
    slots.set(name, slot);
    return slot;
  };

  /** Where one could have done it, it was that one; where several could have, none is condemned on a guess. */
  const noteIncident = (scripts: readonly Script[]): void => {
    const [first, ...others] = scripts.map(({ id }) => id);
    if (first !== undefined && others.length === 0) apart.convict(first);
    else apart.suspect(scripts.map(({ id }) => id));
  };

  const forget = (slot: Slot): void => {
    slot.shard = undefined;
    slot.starting = undefined;
  };

  const end = (shard: Shard): void => {
    draining.delete(shard);
    void shard.stop();
  };

  const start = async (slot: Slot): Promise<Shard> => {
    const shard: Shard = await options.start({
      idle: () => {
        // One that was replaced has nothing more to wait for.
        if (slot.shard !== shard) return end(shard);
        clearTimeout(slot.idle);
        if (shard.isHeavy()) return replaceHeavy(slot, shard);
        slot.idle = setTimeout(() => {
          if (slot.shard === shard && shard.size() === 0) retire(slot, shard, []);
        }, options.idleMs).unref();
      },
      harm: (scripts, how) => {
        options.warn({ ...named(scripts), harm: how }, 'a script took more than its share');
        const areKnown = scripts.every(({ id }) => apart.isConvicted(id));
        noteIncident(scripts);
        if (how === 'busy') return;
        if (slot.shard === shard) retire(slot, shard, scripts);
        // They were told apart from others before, and go on so.
        if (how === 'strain' && areKnown) end(shard);
      },
    });
    shards.add(shard);
    slot.shard = shard;
    void shard.ended.then(({ ending, suspects, said }) => {
      shards.delete(shard);
      draining.delete(shard);
      if (slot.shard === shard) forget(slot);
      if (ending === 'stopped') return;
      options.warn({ ...named(suspects), ending, said }, 'a process of scripts was ended');
      noteIncident(suspects);
    });
    return shard;
  };

  /** Takes no more events; ends when those it has are over, or when too many others wait for that. */
  const retire = (slot: Slot, shard: Shard, blamed: readonly Script[]): void => {
    forget(slot);
    if (shard.size() === 0) return void end(shard);
    setTimeout(() => end(shard), options.drainMs.replaced).unref();
    draining.set(shard, new Set(blamed.map(({ id }) => id)));
    for (const oldest of [...draining.keys()].slice(0, -MOST_DRAINING)) {
      const guests = oldest.guests();
      options.warn(named(guests), 'a process of scripts that was replaced was ended before it was done');
      // Those who are apart already are so for what this one was replaced for.
      apart.suspect(guests.map(({ id }) => id).filter((id) => apart.placeOf(id) === undefined));
      end(oldest);
    }
  };

  /** Whoever ran in it may be the one who holds the memory, whether at work or not. */
  const replaceHeavy = (slot: Slot, shard: Shard): void => {
    const guests = shard.guests();
    options.warn(
      { ...named(guests), isHeavy: true },
      'a process of scripts took much memory and is replaced',
    );
    noteIncident(guests);
    retire(slot, shard, guests);
  };

  /** One that did harm gets no further process while that which it did it in is still there. */
  const isHeldBack = ({ id }: Script): boolean =>
    apart.isConvicted(id) && [...draining.values()].some((blamed) => blamed.has(id));

  /** Where it is to run: with every process that is replaced it may have to go elsewhere. */
  const roomFor = (script: Script): Slot => {
    const slot = slotOf(script);
    if (!slot.shard?.isHeavy()) return slot;
    replaceHeavy(slot, slot.shard);
    return roomFor(script);
  };

  const shardOf = (slot: Slot): Promise<Shard> => {
    slot.starting ??= start(slot).catch((error: unknown) => {
      forget(slot);
      throw error;
    });
    return slot.starting;
  };

  const attempt = async (call: ScriptCall): Promise<Attempt | ScriptFailure> => {
    const { script } = call;
    const load = loads.get(script.id) ?? 0;
    try {
      const slot = roomFor(script);
      if (isHeldBack(script)) return { kind: 'unavailable', message: HELD_BACK };
      const shard = await shardOf(slot);
      const made = await shard.run(call, `${script.id}#${load}`);
      // A load that failed is remembered for the life of a process: the next one goes by another name.
      if (made.kind === 'run' && isFailedLoad(made.run.outcome)) loads.set(script.id, load + 1);
      if (made.kind === 'run' && 'status' in made.run.outcome) apart.noteGood(script.id);
      return made;
    } catch (error) {
      return { kind: 'unavailable', message: (error as Error).message };
    }
  };

  const run = async (call: ScriptCall, isRetry = false): Promise<ScriptRun> => {
    if (isClosed) return failed({ kind: 'stopping', message: 'The server is stopping.' });
    const made = await attempt(call);
    if (made.kind === 'run') return made.run;
    if (made.kind !== 'ended') return failed(made);
    // Once, and apart by now where it may have been the one: what fails again is tried later, as other events are.
    const mayRepeat =
      made.fault.kind === 'interrupted' && (!isRetry || isClosed) && call.event.type !== 'fetch';
    return mayRepeat ? run(call, true) : failed(made.fault);
  };

  return {
    run: async (call) => {
      const { id } = call.script;
      const mine = places.get(id) ?? createPlaces(options.events.atOnce);
      places.set(id, mine);
      if (mine.waiting() >= options.events.waiting)
        return failed({ kind: 'unavailable', message: 'Too many events wait for this script.' });
      const giveBack = await mine.take();
      try {
        return await run(call);
      } finally {
        giveBack();
        if (mine.isFree()) places.delete(id);
      }
    },
    close: async () => {
      isClosed = true;
      for (const { idle } of slots.values()) clearTimeout(idle);
      await Promise.all([...slots.values()].map(({ starting }) => starting?.catch(() => undefined)));
      const until = Date.now() + options.drainMs.closing;
      while (Date.now() < until && [...shards].some((shard) => shard.size() > 0))
        await new Promise((resolve) => setTimeout(resolve, 50));
      await Promise.all([...shards].map((shard) => shard.stop()));
    },
  };
};

const isFailedLoad = (outcome: ScriptRun['outcome']): boolean =>
  'kind' in outcome && (outcome.kind === 'unloadable' || outcome.kind === 'unavailable');

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

const failed = (fault: ScriptFailure): ScriptRun => ({
  outcome: fault,
  logs: Promise.resolve([serverLogLine('error', fault.message)]),
});

const named = (scripts: readonly Script[]): object => {
  const [script, ...others] = scripts.map(({ id }) => id);
  return others.length === 0 ? { script } : { suspects: [script, ...others] };
};
