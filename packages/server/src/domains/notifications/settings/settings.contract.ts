import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { KINDS } from '../notification-kinds.ts';

const Switches = Type.Object({ app: Type.Boolean(), email: Type.Boolean() });
const ChangedSwitches = Type.Partial(Switches, { additionalProperties: false });

const perKind = <S extends Type.TSchema>(schema: S) =>
  Type.Object(Object.fromEntries(KINDS.map((kind) => [kind, schema])) as Record<(typeof KINDS)[number], S>);

const Settings = Type.Object({
  object: Type.Literal('notification-settings'),
  kinds: perKind(Switches),
  emailAvailable: Type.Boolean({ description: 'Whether this server can send e-mail' }),
});

/** Operations on the caller's notification settings. */
export const settingsContract = {
  getUserNotificationSettings: operation({
    method: 'GET',
    path: '/user/notification-settings',
    summary: 'Get your notification settings',
    permission: 'authenticated',
    scope: 'notification',
    responses: { 200: Settings },
  }),
  updateUserNotificationSettings: operation({
    method: 'PATCH',
    path: '/user/notification-settings',
    summary: 'Enable or disable kinds of notifications; other kinds are not changed',
    permission: 'authenticated',
    scope: 'notification',
    body: Type.Object({ kinds: Type.Partial(perKind(ChangedSwitches), { additionalProperties: false }) }),
    responses: { 200: Settings },
  }),
};
