import { Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../kernel/events/events.ts';
import { CommandError } from './command-error.ts';
import { withServices } from './installation.ts';
import { parseText } from './parse-text.ts';

const DAY = 24 * 60 * 60 * 1000;

const parseDays = (text: string): number => {
  const days = Number(text);
  if (!(days > 0 && days <= 36_500)) throw new InvalidArgumentError('It must be a number of days above 0.');
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
      if (!user) throw new CommandError(`There is no user with the address ${email}.`);
      const issued = await identity.issueToken(tx, COMMAND_LINE, user, {
        label,
        ...(expires !== undefined && { expiresAt: new Date(Date.now() + expires * DAY) }),
      });
      return { secret: issued, claimant: await identity.findSsoClaimant(email, tx) };
    });
    console.log(secret);
    if (claimant !== undefined)
      console.error(
        `The identity provider of the organization ${claimant} speaks for ${email}, so this token does not prove the address: it ends with that membership, or when its owner proves the address.`,
      );
  });

/** lectern token: API tokens of users. */
export const tokenCommand = new Command('token').addCommand(
  new Command('create')
    .description(
      'make a token and print it, alone; it cannot be shown again. You vouch for the address by it',
    )
    .requiredOption('--user <e-mail>', 'whose token')
    .option('--label <text>', 'what it is for', parseText(100), 'Command line')
    .option('--expires <days>', 'after how many days it ends (default: never)', parseDays)
    .action(create),
);
