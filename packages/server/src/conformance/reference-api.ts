import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Reference {
  readonly paths: Record<
    string,
    Record<string, { operationId?: string; responses: Record<string, Response> }>
  >;
  readonly components: { schemas: Record<string, object> };
}
interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema: object }>;
}

// The published description of the API that this server is compatible with: a yardstick, never a source.
const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
const reference = JSON.parse(readFileSync(file, 'utf8')) as Reference;

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
ajv.addFormat('emoji', true);
ajv.addSchema({ ...reference, $id: 'reference' });

/** Every operation of the reference, by method and path. */
export const referenceOperations: readonly { method: string; path: string; operationId: string }[] =
  Object.entries(reference.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId
        ? [{ method: method.toUpperCase(), path, operationId: operation.operationId }]
        : [],
    ),
  );

const compiled = new Map<string, ValidateFunction | undefined>();

const pointer = (...steps: string[]) =>
  `reference#/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')).join('/')}`;

/** How an answer must look by the reference; undefined where it says nothing. */
export const referenceAnswer = (operationId: string, status: number): ValidateFunction | undefined => {
  const key = `${operationId} ${status}`;
  if (!compiled.has(key)) compiled.set(key, compileAnswer(operationId, status));
  return compiled.get(key);
};

const compileAnswer = (operationId: string, status: number): ValidateFunction | undefined => {
  const operation = referenceOperations.find((candidate) => candidate.operationId === operationId);
  if (!operation) return undefined;
  const method = operation.method.toLowerCase();
  const response = reference.paths[operation.path]?.[method]?.responses[status];
  if (!response?.content?.['application/json']) return undefined;
  return ajv.compile({
    $ref: pointer(
      'paths',
      operation.path,
      method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ),
  });
};
