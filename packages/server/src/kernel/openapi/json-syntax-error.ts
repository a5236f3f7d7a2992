const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|"/gy;
const SPACE = /\s*/y;
const SCALAR =
  /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")$/u;
const MAX_TOKEN_LENGTH = 40;

/** The syntax error of a JSON text, with its location. */
export interface JsonSyntaxProblem {
  readonly offset: number;
  readonly path: readonly string[];
  readonly message: string;
}

type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name'
  | 'a name or }'
  | '":"'
  | '"," or the end'
  | 'nothing more';

/** Finds the first syntax error of a JSON text with its path, which `JSON.parse` does not tell. */
export const findJsonSyntaxProblem = (text: string): JsonSyntaxProblem | undefined => {
  const open: { readonly kind: '{' | '['; name: string | number }[] = [];
  let expected: Expected = 'a value';
  const ended = (): Expected => (open.length > 0 ? '"," or the end' : 'nothing more');
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    const offset = SPACE.lastIndex;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0] ?? '';
    const inner = open.at(-1);
    const toProblem = (): JsonSyntaxProblem => ({
      offset,
      path: open.map(({ name }) => String(name)),
      message:
        token === ''
          ? `ends where ${expected} belongs`
          : `${token.slice(0, MAX_TOKEN_LENGTH)} where ${expected} belongs`,
    });
    if (token === '') return expected === 'nothing more' ? undefined : toProblem();
    const isClosing = inner && token === (inner.kind === '{' ? '}' : ']');
    if (isClosing && ['a value or ]', 'a name or }', '"," or the end'].includes(expected)) {
      open.pop();
      expected = ended();
    } else if (expected === '"," or the end' && token === ',') {
      if (inner!.kind === '[') inner!.name = Number(inner!.name) + 1;
      expected = inner!.kind === '{' ? 'a name' : 'a value';
    } else if (expected === '":"' && token === ':') expected = 'a value';
    else if (expected.startsWith('a name') && token.startsWith('"') && SCALAR.test(token)) {
      inner!.name = JSON.parse(token) as string;
      expected = '":"';
    } else if (expected.startsWith('a value') && (token === '{' || token === '[')) {
      open.push({ kind: token, name: token === '{' ? '' : 0 });
      expected = token === '{' ? 'a name or }' : 'a value or ]';
    } else if (expected.startsWith('a value') && SCALAR.test(token)) expected = ended();
    else return toProblem();
  }
};
