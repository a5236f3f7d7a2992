import { describe, expect, test } from 'vitest';
import { readFiles } from './repository-files.ts';

const PLACES = {
  targets: { 'README.md': '/pages/1', '.gitbook/assets/there.png': '/files/f' },
  readme: 'README.md',
  root: '',
};
const problemsOf = (frontMatter: string) =>
  readFiles([{ path: 'README.md', text: `---\n${frontMatter}\n---\n\n# Home\n`, kind: 'page' }], PLACES)[0]!
    .problems;

test.each([
  ['cover: .gitbook/assets/gone.png', ['.gitbook/assets/gone.png']],
  ['cover: .gitbook/assets/there.png\ncoverDark: dark.png', ['dark.png']],
  ['cover: gone.png\ncoverDark: gone.png', ['gone.png']],
  ['cover: .gitbook/assets/there.png', []],
  ['cover: https://x.test/a.png', []],
])('the missing images of the cover "%s" are reported', (frontMatter, missing) => {
  expect(problemsOf(frontMatter)).toEqual(
    missing.map((path) => `links to ${path}, which is not one of the imported files`),
  );
});

const read = (text: string) => readFiles([{ path: 'README.md', text, kind: 'page' }], PLACES)[0]!;

const conflict = '{% conflict %}\n{% primary %}\na\n{% endprimary %}\n{% endconflict %}\n';

describe('tags of merge conflicts in files', () => {
  test('stay as they are in code', () => {
    const { markdown, problems } = read(`# Home\n\n\`\`\`\n${conflict}\`\`\`\n`);
    expect([markdown, problems]).toEqual([`\`\`\`\n${conflict}\`\`\`\n`, []]);
  });

  test('are text elsewhere, also beside code', () => {
    const code = `* a\n\n  ~~~\n  {% conflict %}\n  ~~~\n`;
    const { markdown, problems } = read(`# Home\n\n${conflict}\n${code}`);
    expect(markdown).toContain('\\{% conflict %}');
    expect(markdown).toContain('\n  {% conflict %}\n');
    expect(problems).toEqual(['contains a merge conflict, which was imported as text']);
  });
});
