import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { CHANNELS, type Channel, KINDS, type Kind } from '../notifications.policy.ts';
import { deleteMutes, insertMutes, listMutes, lockSettings, type Mute } from './settings.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'events'>;

/** Whether somebody is told of each kind, on each way. */
export type Switches = Readonly<Record<Kind, Readonly<Record<Channel, boolean>>>>;

/** What is to be turned on or off. */
export type SwitchesWish = {
  readonly [K in Kind]?: { readonly [C in Channel]?: boolean };
};

const EVERY: readonly Mute[] = KINDS.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel })));

const read = async (db: Database, userId: string): Promise<Switches> => {
  const muted = new Set((await listMutes(db, userId)).map(({ kind, channel }) => `${kind} ${channel}`));
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(CHANNELS.map((channel) => [channel, !muted.has(`${kind} ${channel}`)])),
    ]),
  ) as Switches;
};

/** Of what people want to be told. */
export const createSettingsService = ({ db, transaction, events }: Dependencies) => ({
  get: ({ principal }: Caller): Promise<Switches> => read(db, principal.userId),

  update: (caller: Caller, wish: SwitchesWish): Promise<Switches> =>
    transaction(async (tx) => {
      const { userId, displayName } = caller.principal;
      await lockSettings(tx, userId);
      const now = await read(tx, userId);
      const changed = EVERY.filter(({ kind, channel }) => {
        const wanted = wish[kind]?.[channel];
        return wanted !== undefined && wanted !== now[kind][channel];
      });
      if (changed.length === 0) return now;
      const isOn = ({ kind, channel }: Mute) => now[kind][channel];
      await insertMutes(tx, userId, changed.filter(isOn));
      await deleteMutes(
        tx,
        userId,
        changed.filter((one) => !isOn(one)),
      );
      await events.record(tx, caller, {
        organizationId: null,
        action: 'notification-settings.updated',
        target: { type: 'user', id: userId, label: displayName },
        payload: {
          changes: Object.fromEntries(
            changed.map((one) => [`${one.kind}.${one.channel}`, { from: isOn(one), to: !isOn(one) }]),
          ),
        },
      });
      return read(tx, userId);
    }),
});

/** Of what people want to be told. */
export type SettingsService = ReturnType<typeof createSettingsService>;
