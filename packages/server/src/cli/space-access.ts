import type { Caller } from '../kernel/auth/principal.ts';
import { CommandError } from './command-error.ts';
import type { Installation } from './installation.ts';

/** A space and the user that a command acts as: the named user, or the creator of the space. */
export const findSpaceFor = async (
  { services: { identity, spaces }, transaction }: Installation,
  spaceId: string,
  email: string | undefined,
) => {
  const named = email === undefined ? undefined : await transaction((tx) => identity.findByEmail(tx, email));
  if (email !== undefined && !named)
    throw new CommandError(`There is no user with the e-mail address ${email}.`);
  const userId = named?.id ?? (await spaces.find('', spaceId))?.created_by ?? undefined;
  const space = userId === undefined ? undefined : await spaces.find(userId, spaceId);
  const user = userId === undefined ? undefined : await identity.find(userId, userId);
  if (!space || !user || space.deleted_at !== null)
    throw new CommandError(
      email === undefined
        ? `There is no space ${spaceId}, or its creator no longer exists. Use --user to import or export as another user.`
        : `There is no space ${spaceId} that ${email} can see.`,
    );
  const principal = { userId: user.id, displayName: user.display_name };
  const caller: Caller = {
    principal: { kind: 'user', ...principal, tokenId: '', scopes: undefined },
    requestId: 'command-line',
    address: '',
  };
  return { space, caller };
};
