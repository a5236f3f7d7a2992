/** A small OpenAPI document with the usual features. */
export const petsApi = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com/{version}', variables: { version: { default: 'v1' } } }],
  security: [{ token: [] }],
  paths: {
    '/pets/{petId}': {
      parameters: [
        {
          name: 'petId',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          description: 'The id of the **pet**.',
        },
      ],
      put: {
        summary: 'Change a pet',
        description: 'Changes what is known of a pet.\n\nWhat is left out stays as it is.',
        deprecated: true,
        'x-stability': 'beta',
        parameters: [
          {
            name: 'notify',
            in: 'query',
            required: true,
            schema: { type: 'boolean', default: false },
            description: 'Whether its owner is told.',
          },
          { name: 'X-Request-Id', in: 'header', schema: { type: 'string', format: 'uuid' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Pet' } },
            'application/xml': { schema: { $ref: '#/components/schemas/Pet' } },
          },
        },
        responses: {
          '200': {
            description: 'The pet as it is now',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          '404': {
            description: 'There is no such pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          '429': { description: 'Too many requests' },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token of yours.' } },
    schemas: {
      Pet: {
        type: 'object',
        description: 'An animal that lives with people.',
        required: ['name', 'kind'],
        properties: {
          name: { type: 'string', description: 'What it is called.', example: 'Bella' },
          kind: { type: 'string', enum: ['cat', 'dog', 'bird'], description: 'What it is.' },
          born: { type: 'string', format: 'date' },
          owner: { $ref: '#/components/schemas/Person' },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          tags: { type: 'array', items: { type: 'string' } },
          home: { oneOf: [{ type: 'string', title: 'An address' }, { $ref: '#/components/schemas/Place' }] },
        },
      },
      Person: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' }, name: { type: 'string' } },
      },
      Place: { type: 'object', properties: { latitude: { type: 'number' }, longitude: { type: 'number' } } },
      Error: {
        type: 'object',
        properties: { message: { type: 'string' }, code: { type: 'integer', example: 404 } },
      },
    },
  },
} as const;
