// Builds the program and installs the browser and the identity provider of the tests, while static checks run.
import { findBrowser } from './browser.mjs';
import { findSimplesamlphp } from './simplesamlphp.mjs';
import { ensureBuilt, ensureConsoleBuilt } from './steps.mjs';

await Promise.all([ensureBuilt(), ensureConsoleBuilt()]);
if (findBrowser()) findSimplesamlphp();
