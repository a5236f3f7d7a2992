import { Command, InvalidArgumentError } from 'commander';
import { findUsersByEmail } from '../domains/identity/index.ts';
import { insertToken, newSecret } from '../kernel/auth/tokens.ts';
import { createIds } from '../kernel/ids.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './installation.ts';

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
  withDatabase(async ({ db }) => {
    const [user] = await findUsersByEmail(db, [email]);
    if (!user) throw new CommandError(`There is no user with the address ${email}.`);
    const secret = newSecret();
    const createdAt = new Date();
    await insertToken(db, {
      id: createIds()(),
      userId: user.id,
      secret,
      label,
      scopes: undefined,
      createdAt,
      expiresAt: expires === undefined ? undefined : new Date(createdAt.getTime() + expires * DAY),
    });
    console.log(secret);
  });

/** lectern token: API tokens of users. */
export const tokenCommand = new Command('token')
  .description('API tokens')
  .addCommand(
    new Command('create')
      .description('make a token and print it, alone; it cannot be shown again')
      .requiredOption('--user <e-mail>', 'whose token')
      .option('--label <text>', 'what it is for', 'Command line')
      .option('--expires <days>', 'after how many days it ends (default: never)', parseDays)
      .action(create),
  );
