import type { Syntax } from './syntax.ts';
import { readTagLine } from './tags.ts';

// Older versions of the hosted service write titled code as tabs of code.

const tag = (...words: readonly string[]): Syntax => ({
  type: 'tag',
  value: `{% ${words.filter((word) => word !== '').join(' ')} %}`,
});

/** The tags that replace those of tabs of code: one tab is code with a title. */
const newNames = {
  one: { 'code-tabs-item': 'code', 'endcode-tabs-item': 'endcode' },
  several: {
    'code-tabs': 'tabs',
    'endcode-tabs': 'endtabs',
    'code-tabs-item': 'tab',
    'endcode-tabs-item': 'endtab',
  },
} as const;

/** Replaces tabs of code by code with a title, or by tabs; those without an end stay as they are. */
export function withCodeTabs(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some(({ type, value }) => type === 'tag' && value!.includes('code-tabs'))) return nodes;
  const names = nodes.map(({ type, value }) => (type === 'tag' ? readTagLine(value!).name : ''));
  const lastEnd = names.lastIndexOf('endcode-tabs');
  const out: Syntax[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const end = names[at] === 'code-tabs' && at < lastEnd ? names.indexOf('endcode-tabs', at) : -1;
    if (end === -1) {
      out.push(nodes[at]!);
      continue;
    }
    const hasNoData =
      readTagLine(nodes[at]!.value!).rest === '' && !names.slice(at + 1, end).includes('code-tabs');
    const items = names.slice(at, end).filter((name) => name === 'code-tabs-item').length;
    const renamed: Readonly<Record<string, string>> = newNames[items === 1 && hasNoData ? 'one' : 'several'];
    for (; at <= end; at++) {
      const node = nodes[at]!;
      const isOld = /^(?:end)?code-tabs/.test(names[at]!);
      const name = isOld ? renamed[names[at]!] : undefined;
      if (!isOld) out.push(node);
      else if (name !== undefined) out.push(tag(name, readTagLine(node.value!).rest));
    }
    at = end;
  }
  return out;
}
