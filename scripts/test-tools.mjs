// Builds the program and installs the browser and the identity provider of the tests, while static checks run.
import { findBrowser } from './browser.mjs';
import { findSimplesamlphp } from './simplesamlphp.mjs';
import { ensureBuilt } from './steps.mjs';

await ensureBuilt();
if (findBrowser()) findSimplesamlphp();
