import { Command, InvalidArgumentError } from 'commander';
import { ROLES, type Role } from '../kernel/contract/common-schemas.ts';
import { COMMAND_LINE } from '../kernel/events/events.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './installation.ts';
import { parseText } from './parse-text.ts';

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
  readonly release?: boolean;
}

const describe = (role: Role | null) => (role ? `with the role ${role}` : 'as a guest');

const create = async ({ email, name, org, role, release = false }: Options) => {
  if (role !== undefined && org === undefined)
    throw new CommandError('--role needs --org: a role is one in an organization.');
  await withServices(async ({ services: { identity, organizations }, transaction }) => {
    const { user, outcome, isClosed } = await transaction(async (tx) => {
      if (org !== undefined && !(await organizations.find(org, '', tx)))
        throw new CommandError(`There is no organization ${org}.`);
      const claimant = release ? undefined : await identity.findSsoClaimant(email, tx);
      if (claimant !== undefined)
        throw new CommandError(
          `The identity provider of the organization ${claimant} speaks for ${email}: they sign in through it, and an invitation makes them a member elsewhere. To end that membership: npx lectern user leave --email ${email} --org ${claimant}. With --release the account is freed of the provider all the same: its sessions and tokens end, and its owner is asked to agree.`,
        );
      const vouched = await identity.ensureVerified(tx, COMMAND_LINE, { email, displayName: name });
      if (org === undefined) {
        if (vouched.outcome === 'known')
          throw new CommandError(
            `There is a user with the address ${email} already. With --org they become a member of an organization.`,
          );
        return { ...vouched, isClosed: false };
      }
      // A guest is a member without a role.
      const wanted = role === 'guest' ? null : (role ?? 'read');
      const member = await organizations.addMember(tx, COMMAND_LINE, org, vouched.user, wanted);
      if (member.added) return { ...vouched, isClosed: member.disabled };
      const already = `${email} is a member of the organization already`;
      if (member.disabled) throw new CommandError(`${already}, and disabled there.`);
      if (role !== undefined && member.role !== wanted)
        throw new CommandError(`${already}, ${describe(member.role)}: an administrator can change that.`);
      if (vouched.outcome === 'known') throw new CommandError(`${already}: there is nothing to do.`);
      return { ...vouched, isClosed: false };
    });
    if (isClosed)
      console.error(
        `Single sign-on is the only way into the organization: ${email} is a member, and closed out until an administrator marks them for it and they agree.`,
      );
    if (outcome === 'known' && name !== undefined && name !== user.display_name)
      console.error(`The name stays ${user.display_name}: whoever has an account chooses their own.`);
    console.log(user.id);
  });
};

const signIn = ({ email }: Pick<Options, 'email'>) =>
  withServices(async ({ services: { identity, signIn }, transaction }) => {
    const secret = await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the address ${email}.`);
      const barrier = await signIn.findRestriction(tx, user.id);
      if (barrier)
        throw new CommandError(
          `${email} ${barrier.disabled ? 'is disabled in' : 'has to sign in through the identity provider of'} the organization ${barrier.title}. To end that membership: npx lectern user leave --email ${email} --org ${barrier.organizationId}`,
        );
      return signIn.issueOperatorLink(tx, user.email);
    });
    console.log(signIn.linkUrl(secret));
  });

const leave = ({ email, org }: Required<Pick<Options, 'email' | 'org'>>) =>
  withServices(async ({ services: { identity, members }, transaction }) => {
    await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the address ${email}.`);
      if (!(await members.removeInTransaction(tx, COMMAND_LINE, org, user.id)))
        throw new CommandError(`${email} is not a member of the organization ${org}.`);
    });
  });

const enable = ({ email, org }: Required<Pick<Options, 'email' | 'org'>>) =>
  withServices(async ({ services: { identity, members }, transaction }) => {
    const outcome = await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the address ${email}.`);
      return members.enable(tx, COMMAND_LINE, org, user.id);
    });
    const way = `signed in by a link (npx lectern user sign-in --email ${email}), at /account`;
    if (outcome === 'none') throw new CommandError(`${email} is not a member of the organization ${org}.`);
    if (outcome === 'closed')
      throw new CommandError(
        `${email} is not turned off, but closed out by single sign-on: they have to agree to it, ${way}.`,
      );
    if (outcome === 'unagreed')
      console.error(
        `${email} is turned on again. Single sign-on keeps them out until they agree to it, ${way}.`,
      );
  });

/** lectern user: people with accounts; whoever runs this vouches for their addresses. */
export const userCommand = new Command('user')
  .addCommand(
    new Command('create')
      .description(
        'make a user, complete one who was only invited, or add one to an organization; print the id, alone',
      )
      .requiredOption('--email <address>', 'the e-mail address, for which you vouch', parseEmail)
      .option('--name <name>', 'the name that others see (default: what stands before the @)', parseText(64))
      .option('--org <id>', 'an organization to make them a member of')
      .option('--role <role>', `the role in it: ${ROLES.join(', ')} or guest (default: read)`, parseRole)
      .option(
        '--release',
        'also where an identity provider speaks for the account: its sessions and tokens end, and its owner has to agree',
      )
      .action(create),
  )
  .addCommand(
    new Command('sign-in')
      .description('print a link, alone, that signs somebody in: once, within a day')
      .requiredOption('--email <address>', 'whom, by the e-mail address', parseEmail)
      .action(signIn),
  )
  .addCommand(
    new Command('leave')
      .description(
        'end a membership; of somebody whom single sign-on bound to it, sessions and tokens end with it',
      )
      .requiredOption('--email <address>', 'whose, by the e-mail address', parseEmail)
      .requiredOption('--org <id>', 'in which organization')
      .action(leave),
  )
  .addCommand(
    new Command('enable')
      .description('let a member in again whom provisioning turned off, also by a provider that is gone')
      .requiredOption('--email <address>', 'whom, by the e-mail address', parseEmail)
      .requiredOption('--org <id>', 'in which organization')
      .action(enable),
  );
