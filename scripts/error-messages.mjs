// npm run messages: lists all error messages of the server with file and line, to be read through.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './steps.mjs';

const SRC = path.join(ROOT, 'packages/server/src');
const FACTORIES =
  /\b(badRequest|invalid|conflict|forbidden|unauthorized|notFound|tooManyRequests|new (?:\w*Error))\(|\bmessage: |\bfail\(|\breject\(|\brefuse\(/g;
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
// The texts of a call are searched for up to this distance, or up to the end of the statement.
const MAX_DISTANCE = 400;

const isMessage = (text) =>
  /\s/.test(text) && /[a-z]{2}/.test(text) && !/^(select|insert|update|delete|with)\s/i.test(text);

const messagesIn = (source) => {
  const found = new Map();
  for (const call of source.matchAll(FACTORIES)) {
    const start = call.index + call[0].length;
    const end = source.indexOf(';\n', start);
    const rest = source.slice(start, Math.min(end < 0 ? source.length : end, start + MAX_DISTANCE));
    for (const match of rest.matchAll(TEXT)) {
      const text = match[1] ?? match[2] ?? match[3];
      if (isMessage(text)) found.set(start + match.index, text.replaceAll(/\s+/g, ' '));
    }
  }
  return found;
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.gen\.ts$|^(testing|conformance)\//.test(file))
  .sort();
let count = 0;
for (const file of files) {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  for (const [offset, text] of [...messagesIn(source)].sort(([one], [other]) => one - other)) {
    const line = source.slice(0, offset).split('\n').length;
    console.log(`${file}:${line}\t${text}`);
    count++;
  }
}
console.error(`${count} messages in ${files.length} files`);
