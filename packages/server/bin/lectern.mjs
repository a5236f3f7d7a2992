#!/usr/bin/env node
// npx lectern: the command line, built anew when a source has changed.
import { checkNode, ensureBuilt, stopWithParent } from '../../../scripts/steps.mjs';

checkNode();
if (process.env.npm_lifecycle_event === 'npx') stopWithParent();
process.setSourceMapsEnabled(true);
await import(await ensureBuilt());
