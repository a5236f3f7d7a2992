#!/usr/bin/env node
// npx lectern: the command line, built anew when a source has changed.
import { checkNode, ensureBuilt, ensureConsoleBuilt, stopWithParent } from '../../../scripts/steps.mjs';

checkNode();
if (process.env.npm_lifecycle_event === 'npx') stopWithParent();
process.setSourceMapsEnabled(true);
// Only the server sends the console.
if (process.argv[2] === 'serve') await ensureConsoleBuilt();
await import(await ensureBuilt());
