const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|"/gy;
const SPACE = /\s*/y;
const SCALAR =
  /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")$/u;
const LONGEST_TOKEN = 40;

/** Where a JSON text stops being one, and why. */
export interface JsonSyntaxProblem {
  readonly offset: number;
  readonly path: readonly string[];
  readonly message: string;
}

type Wanted =
  | 'a value'
  | 'a value or ]'
  | 'a name'
  | 'a name or }'
  | '":"'
  | '"," or the end'
  | 'nothing more';

/** What is wrong with a JSON text that cannot be read; the language says only part of where. */
export const findJsonSyntaxProblem = (text: string): JsonSyntaxProblem | undefined => {
  const open: { readonly kind: '{' | '['; name: string | number }[] = [];
  let wanted: Wanted = 'a value';
  const ended = (): Wanted => (open.length > 0 ? '"," or the end' : 'nothing more');
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    const offset = SPACE.lastIndex;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0] ?? '';
    const inner = open.at(-1);
    const fault = (): JsonSyntaxProblem => ({
      offset,
      path: open.map(({ name }) => String(name)),
      message:
        token === ''
          ? `ends where ${wanted} belongs`
          : `${token.slice(0, LONGEST_TOKEN)} where ${wanted} belongs`,
    });
    if (token === '') return wanted === 'nothing more' ? undefined : fault();
    const isClosing = inner && token === (inner.kind === '{' ? '}' : ']');
    if (isClosing && ['a value or ]', 'a name or }', '"," or the end'].includes(wanted)) {
      open.pop();
      wanted = ended();
    } else if (wanted === '"," or the end' && token === ',') {
      if (inner!.kind === '[') inner!.name = Number(inner!.name) + 1;
      wanted = inner!.kind === '{' ? 'a name' : 'a value';
    } else if (wanted === '":"' && token === ':') wanted = 'a value';
    else if (wanted.startsWith('a name') && token.startsWith('"') && SCALAR.test(token)) {
      inner!.name = JSON.parse(token) as string;
      wanted = '":"';
    } else if (wanted.startsWith('a value') && (token === '{' || token === '[')) {
      open.push({ kind: token, name: token === '{' ? '' : 0 });
      wanted = token === '{' ? 'a name or }' : 'a value or ]';
    } else if (wanted.startsWith('a value') && SCALAR.test(token)) wanted = ended();
    else return fault();
  }
};
