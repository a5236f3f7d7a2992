import { Command, InvalidArgumentError } from 'commander';
import { ROLES, type Role } from '../kernel/contract/common-schemas.ts';
import { COMMAND_LINE } from '../kernel/events/events.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './installation.ts';
import { parseText } from './parse-text.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

const parseEmail = (text: string) => {
  if (!EMAIL.test(text) || text.length > 320) throw new InvalidArgumentError('Expected an e-mail address.');
  return text;
};

const parseRole = (text: string): Role | 'guest' => {
  if (text !== 'guest' && !ROLES.includes(text as Role))
    throw new InvalidArgumentError(`Expected one of ${ROLES.join(', ')}, guest.`);
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
  if (role !== undefined && org === undefined) throw new CommandError('--role requires --org.');
  await withServices(async ({ services: { identity, organizations }, transaction }) => {
    const { user, outcome, hasNoAccess } = await transaction(async (tx) => {
      if (org !== undefined && !(await organizations.find(org, '', tx)))
        throw new CommandError(`There is no organization ${org}.`);
      const claimant = release ? undefined : await identity.findSsoClaimant(email, tx);
      if (claimant !== undefined)
        throw new CommandError(
          `The account ${email} is managed by the identity provider of the organization ${claimant}: the user signs in through it, and joins other organizations by invitation. To end that membership: npx lectern user leave --email ${email} --org ${claimant}. With --release the account is detached from the provider anyway: its sessions and tokens are revoked, and the user has to consent to single sign-on again.`,
        );
      const verified = await identity.ensureVerified(tx, COMMAND_LINE, { email, displayName: name });
      if (org === undefined) {
        if (verified.outcome === 'known')
          throw new CommandError(
            `A user with the e-mail address ${email} already exists. Use --org to add them to an organization.`,
          );
        return { ...verified, hasNoAccess: false };
      }
      // A guest is a member without a role.
      const wanted = role === 'guest' ? null : (role ?? 'read');
      const member = await organizations.addMember(tx, COMMAND_LINE, org, verified.user, wanted);
      if (member.added) return { ...verified, hasNoAccess: member.disabled };
      const already = `${email} is already a member of the organization`;
      if (member.disabled) throw new CommandError(`${already}, but disabled.`);
      if (role !== undefined && member.role !== wanted)
        throw new CommandError(`${already}, ${describe(member.role)}. An administrator can change the role.`);
      if (verified.outcome === 'known') throw new CommandError(`${already}. Nothing was changed.`);
      return { ...verified, hasNoAccess: false };
    });
    if (hasNoAccess)
      console.error(
        `The organization requires single sign-on: ${email} is a member, but has no access until an administrator enables single sign-on for them and they consent.`,
      );
    if (outcome === 'known' && name !== undefined && name !== user.display_name)
      console.error(`The name stays ${user.display_name}: existing users choose their own name.`);
    console.log(user.id);
  });
};

const signIn = ({ email }: Pick<Options, 'email'>) =>
  withServices(async ({ services: { identity, signIn }, transaction }) => {
    const secret = await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the e-mail address ${email}.`);
      const restriction = await signIn.findRestriction(tx, user.id);
      if (restriction)
        throw new CommandError(
          `${email} ${restriction.disabled ? 'is disabled in' : 'has to sign in through the identity provider of'} the organization ${restriction.title}. To end that membership: npx lectern user leave --email ${email} --org ${restriction.organizationId}`,
        );
      return signIn.issueOperatorLink(tx, user.email);
    });
    console.log(signIn.linkUrl(secret));
  });

const leave = ({ email, org }: Required<Pick<Options, 'email' | 'org'>>) =>
  withServices(async ({ services: { identity, members }, transaction }) => {
    await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the e-mail address ${email}.`);
      if (!(await members.removeInTransaction(tx, COMMAND_LINE, org, user.id)))
        throw new CommandError(`${email} is not a member of the organization ${org}.`);
    });
  });

const enable = ({ email, org }: Required<Pick<Options, 'email' | 'org'>>) =>
  withServices(async ({ services: { identity, members }, transaction }) => {
    const outcome = await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the e-mail address ${email}.`);
      return members.enable(tx, COMMAND_LINE, org, user.id);
    });
    const how = `at /account, after signing in with a link (npx lectern user sign-in --email ${email})`;
    if (outcome === 'none') throw new CommandError(`${email} is not a member of the organization ${org}.`);
    if (outcome === 'closed')
      throw new CommandError(
        `${email} is not disabled, but has no access because of single sign-on: they have to consent to it, ${how}.`,
      );
    if (outcome === 'unagreed')
      console.error(
        `${email} is enabled again, but has no access until they consent to single sign-on, ${how}.`,
      );
  });

/** lectern user: manages users. The operator confirms their e-mail addresses. */
export const userCommand = new Command('user')
  .addCommand(
    new Command('create')
      .description('create a user, or add one to an organization, and print the user id')
      .requiredOption('--email <address>', 'e-mail address, which is marked as verified', parseEmail)
      .option('--name <name>', 'display name (default: the part of the address before the @)', parseText(64))
      .option('--org <id>', 'organization to add the user to')
      .option(
        '--role <role>',
        `role in the organization: ${ROLES.join(', ')} or guest (default: read)`,
        parseRole,
      )
      .option(
        '--release',
        'detach the account from its identity provider, and revoke its sessions and tokens',
      )
      .addHelpText(
        'after',
        '\nAlso verifies the e-mail address of an invited user. After --release, the user has to consent to single sign-on again.',
      )
      .action(create),
  )
  .addCommand(
    new Command('sign-in')
      .description('create a sign-in link, which is valid once for one day, and print it')
      .requiredOption('--email <address>', 'e-mail address of the user', parseEmail)
      .action(signIn),
  )
  .addCommand(
    new Command('leave')
      .description('remove a user from an organization')
      .requiredOption('--email <address>', 'e-mail address of the user', parseEmail)
      .requiredOption('--org <id>', 'organization id')
      .addHelpText('after', '\nIf single sign-on manages the account, its sessions and tokens are revoked.')
      .action(leave),
  )
  .addCommand(
    new Command('enable')
      .description('enable a member that provisioning disabled')
      .requiredOption('--email <address>', 'e-mail address of the user', parseEmail)
      .requiredOption('--org <id>', 'organization id')
      .action(enable),
  );
