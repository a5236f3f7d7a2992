import { Command, InvalidArgumentError } from 'commander';
import { findUsersByEmail, insertUsers } from '../domains/identity/index.ts';
import { findOrganization, insertMembers } from '../domains/organizations/index.ts';
import { ROLES, type Role } from '../kernel/contract/vocabulary.ts';
import { createIds } from '../kernel/ids.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './installation.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

const parseEmail = (text: string) => {
  if (!EMAIL.test(text) || text.length > 320) throw new InvalidArgumentError('It must be an e-mail address.');
  return text;
};

const parseRole = (text: string): Role | 'guest' => {
  if (text !== 'guest' && !ROLES.includes(text as Role))
    throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}, guest.`);
  return text as Role | 'guest';
};

interface Options {
  readonly email: string;
  readonly name?: string;
  readonly org?: string;
  readonly role?: Role | 'guest';
}

const create = ({ email, name, org, role }: Options) =>
  withDatabase(async ({ db, transaction }) => {
    if (role && !org) throw new CommandError('--role needs --org: a role is one in an organization.');
    const id = await transaction(async (tx) => {
      if ((await findUsersByEmail(tx, [email])).length > 0)
        throw new CommandError(`There is a user with the address ${email} already.`);
      if (org && !(await findOrganization(db, org, '')))
        throw new CommandError(`There is no organization ${org}.`);
      const now = new Date();
      const user = {
        id: createIds()(),
        email,
        displayName: name ?? email.split('@')[0]!,
        verified: true,
        createdAt: now,
      };
      await insertUsers(tx, [user]);
      if (org)
        await insertMembers(
          tx,
          org,
          [{ userId: user.id, role: role === 'guest' ? null : (role ?? 'read') }],
          now,
        );
      return user.id;
    });
    console.log(id);
  });

/** lectern user: people with accounts; whoever runs this vouches for their addresses. */
export const userCommand = new Command('user')
  .description('people with accounts')
  .addCommand(
    new Command('create')
      .description('make a user and print the id, alone')
      .requiredOption('--email <address>', 'the e-mail address', parseEmail)
      .option('--name <name>', 'the name that others see')
      .option('--org <id>', 'an organization to make them a member of')
      .option('--role <role>', 'the role in it (default: read)', parseRole)
      .action(create),
  );
