#!/usr/bin/env node
// npx lectern: the command line, built anew when a source has changed.
import { checkNode, ensureBuilt } from '../../../scripts/steps.mjs';

checkNode();
process.setSourceMapsEnabled(true);
await import(await ensureBuilt());
