// npm start: installs missing dependencies, builds if sources have changed, runs the server.
import { checkNode, ensureBuilt, ensureConsoleBuilt, ensureInstalled } from './steps.mjs';

checkNode();
await ensureInstalled();
process.setSourceMapsEnabled(true);
const [program] = await Promise.all([ensureBuilt(), ensureConsoleBuilt()]);
// A clone that is tried out starts with content; a deployed server asks for its first administrator.
process.env.LECTERN_FIRST_RUN ??= 'sample';
process.argv = [process.argv[0], program, 'serve', ...process.argv.slice(2)];
await import(program);
