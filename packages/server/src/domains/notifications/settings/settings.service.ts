import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { CHANNELS, type Channel, KINDS, type NotificationKind } from '../notification-kinds.ts';
import { deleteMutes, insertMutes, listMutes, lockSettings, type Mute } from './settings.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'events'>;

/** Whether each kind of notification is enabled, by channel. */
export type Switches = Readonly<Record<NotificationKind, Readonly<Record<Channel, boolean>>>>;

/** The kinds and channels to enable or disable. */
export type SwitchesUpdate = {
  readonly [K in NotificationKind]?: { readonly [C in Channel]?: boolean };
};

const ALL: readonly Mute[] = KINDS.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel })));

const read = async (db: Database, userId: string): Promise<Switches> => {
  const muted = new Set((await listMutes(db, userId)).map(({ kind, channel }) => `${kind} ${channel}`));
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(CHANNELS.map((channel) => [channel, !muted.has(`${kind} ${channel}`)])),
    ]),
  ) as Switches;
};

/** Notification settings of users. */
export const createSettingsService = ({ db, transaction, events }: Dependencies) => ({
  get: ({ principal }: Caller): Promise<Switches> => read(db, principal.userId),

  update: (caller: Caller, update: SwitchesUpdate): Promise<Switches> =>
    transaction(async (tx) => {
      const { userId, displayName } = caller.principal;
      await lockSettings(tx, userId);
      const now = await read(tx, userId);
      const changed = ALL.filter(({ kind, channel }) => {
        const wanted = update[kind]?.[channel];
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

/** Service for notification settings. */
export type SettingsService = ReturnType<typeof createSettingsService>;
