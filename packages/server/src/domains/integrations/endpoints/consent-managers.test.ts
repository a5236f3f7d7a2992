import { expect, test } from 'vitest';
import { callsCookieBanner } from './consent-managers.ts';

const CALL = 'window.GitBook.registerCookieBanner(({ onApprove }) => onApprove());';

test.each([
  ['a call', CALL, true],
  ['an optional call', 'window.GitBook?.registerCookieBanner?.(show)', true],
  ['a call by name', "GitBook['registerCookieBanner'](show)", true],
  ['a call in the script of a bundle', `export default { script: ${JSON.stringify(CALL)} };`, true],
  ['a call in a template', `const script = \`const id = 1; ${CALL}\`;`, true],
  ['a comment', 'document.cookie = "a=1" // registerCookieBanner(x)', false],
  [
    'a comment in the script of a bundle',
    'export default { script: "track() // registerCookieBanner(x)" }',
    false,
  ],
  ['a string', 'const name = "registerCookieBanner"; track(name)', false],
  ['a property', 'const all = [GitBook.registerCookieBanner]; track()', false],
  ['a call without a handler', 'GitBook.registerCookieBanner()', false],
  ['a function of the script', 'const registerCookieBanner = () => {}; registerCookieBanner(1)', false],
  ['text that is no code', 'registerCookieBanner( is a word ) of prose', false],
])('%s asks for consent or not', (_, code, expected) => {
  expect(callsCookieBanner(code)).toBe(expected);
});
