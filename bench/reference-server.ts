import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

// What any server of this kind would cost at least: routing and JSON, and one read by primary key.
const [port, connectionString, sameBytes] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });
const app = Fastify();

app.get('/bare', async () => ({ object: 'space', id: 'x', title: 'A space' }));
app.get<{ Params: { id: string } }>('/row/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from reference_rows where id = $1', [params.id]);
  return rows[0];
});

// What somebody else wrote there before the first question.
let page: Buffer | undefined;
app.get('/page', async (_request, reply) => {
  page ??= readFileSync(sameBytes!);
  return reply.type('text/html; charset=utf-8').send(page);
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
