/** A command of a shell script: the variables set for it, and its words without quotes. */
export interface ShellCommand {
  readonly variables: readonly string[];
  readonly words: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=/;
const KEYWORDS = new Set(['do', 'done', 'then', 'else', 'fi']);

/** The end of a substitution `$( … )` that begins at `start`. */
const endOfSubstitution = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
};

/** Splits a script into commands, those in `$( … )` included. Knows quotes, comments and continued lines. */
export const parseShell = (script: string): ShellCommand[] => {
  const commands: ShellCommand[] = [];
  const inner: string[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    const plain = words.filter((one) => !KEYWORDS.has(one));
    const first = plain.findIndex((one) => !ASSIGNMENT.test(one));
    const count = first < 0 ? plain.length : first;
    if (plain.length > 0)
      commands.push({
        variables: plain.slice(0, count).map((one) => ASSIGNMENT.exec(one)![1]!),
        words: plain.slice(count),
      });
    words = [];
  };
  const text = script.replaceAll(/\\\n\s*/g, ' ');
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '$' && text[at + 1] === '(' && quote !== "'") {
      const end = endOfSubstitution(text, at);
      inner.push(text.slice(at + 2, end));
      word = `${word ?? ''}$(…)`;
      at = end;
    } else if (char === '\\' && quote !== "'") {
      word = (word ?? '') + (text[++at] ?? '');
    } else if (quote === undefined && (char === "'" || char === '"')) {
      quote = char;
      word ??= '';
    } else if (char === quote) quote = undefined;
    else if (quote !== undefined) word = (word ?? '') + char;
    else if (char === '#' && word === undefined) {
      while (at + 1 < text.length && text[at + 1] !== '\n') at++;
    } else if (/[|;&\n]/.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return [...commands, ...inner.flatMap(parseShell)];
};

/** The commands of a console transcript: the lines after `$ `, with their continued lines. */
export const commandsOfTranscript = (transcript: string): string => {
  const lines: string[] = [];
  let continues = false;
  for (const line of transcript.split('\n')) {
    if (line.startsWith('$ ') || continues) {
      lines.push(line.replace(/^\$ /, ''));
      continues = line.endsWith('\\');
    }
  }
  return lines.join('\n');
};
