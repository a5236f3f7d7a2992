import { Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../kernel/events/events.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './installation.ts';
import { parseText } from './parse-text.ts';

const DAY = 24 * 60 * 60 * 1000;

const parseDays = (text: string): number => {
  const days = Number(text);
  if (!(days > 0 && days <= 36_500))
    throw new InvalidArgumentError('Expected a number of days greater than 0.');
  return days;
};

interface Options {
  readonly user: string;
  readonly label: string;
  readonly expires?: number;
}

const create = ({ user: email, label, expires }: Options) =>
  withServices(async ({ services: { identity }, transaction }) => {
    const { secret, claimant } = await transaction(async (tx) => {
      const user = await identity.findByEmail(tx, email);
      if (!user) throw new CommandError(`There is no user with the e-mail address ${email}.`);
      const issued = await identity.issueToken(tx, COMMAND_LINE, user, {
        label,
        ...(expires !== undefined && { expiresAt: new Date(Date.now() + expires * DAY) }),
      });
      return { secret: issued, claimant: await identity.findSsoClaimant(email, tx) };
    });
    console.log(secret);
    if (claimant !== undefined)
      console.error(
        `The account ${email} is managed by the identity provider of the organization ${claimant}, so this token does not verify the e-mail address. It is revoked when that membership ends or when the owner verifies the address.`,
      );
  });

/** lectern token: API tokens of users. */
export const tokenCommand = new Command('token').addCommand(
  new Command('create')
    .description('create an API token and print it')
    .requiredOption('--user <e-mail>', 'e-mail address of the user')
    .option('--label <text>', 'label of the token', parseText(100), 'Command line')
    .option('--expires <days>', 'days until the token expires (default: never)', parseDays)
    .addHelpText(
      'after',
      '\nThe token cannot be shown again. Creating it marks the e-mail address as verified.',
    )
    .action(create),
);
