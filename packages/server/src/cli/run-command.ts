import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { CommandError, isExpected } from './command-error.ts';
import { COMMANDS } from './commands.ts';

/** Runs the command that the arguments name, and sets the exit code of the process if it fails. */
export const runCommand = async (args: readonly string[]): Promise<void> => {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  const called = first === 'help' ? second : first;

  const program = new Command('lectern')
    .description(
      'Self-hosted documentation platform. Configured by environment variables: see docs/reference/configuration.md.',
    )
    .version(VERSION)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showHelpAfterError();
  for (const [name, description, load] of COMMANDS)
    program.addCommand((name === called ? await load() : new Command(name)).description(description));

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
};
