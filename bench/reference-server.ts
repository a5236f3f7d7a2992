import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

// The minimal cost of such a server: routing and JSON, and one query by primary key.
const [port, connectionString, sameBytes] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });
const app = Fastify();

app.get('/bare', async () => ({ object: 'space', id: 'x', title: 'A space' }));
app.get<{ Params: { id: string } }>('/row/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from reference_rows where id = $1', [params.id]);
  return rows[0];
});

// The parts of a response as rows, joined to the same bytes.
app.get<{ Params: { name: string } }>('/parts/:name', async ({ params }, reply) => {
  const { rows } = await pool.query('select part from reference_parts where name = $1 order by n', [
    params.name,
  ]);
  const items = rows.slice(1, -1).map(({ part }) => part);
  const text = rows.length === 1 ? rows[0].part : rows[0].part + items.join(',') + rows.at(-1).part;
  return reply.type('application/json; charset=utf-8').send(text);
});

// A row of the text in a transaction of its own.
app.post<{ Body: { text: string } }>('/insert', async ({ body }) => {
  await pool.query('insert into reference_texts (text) values ($1)', [body.text]);
  return { ok: true };
});

// Inserted by the benchmark before the first request.
let page: Buffer | undefined;
app.get('/page', async (_request, reply) => {
  page ??= readFileSync(sameBytes!);
  return reply.type('text/html; charset=utf-8').send(page);
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
