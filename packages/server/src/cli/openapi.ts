import { Command } from 'commander';

/** lectern openapi: the OpenAPI document, without a server or a database. */
export const openapiCommand = new Command('openapi')
  .option('--url <address>', 'the address of the server in it', 'http://localhost:3000')
  .action(async ({ url }: { url: string }) => {
    const { describeDomains } = await import('../domains.ts');
    console.log(JSON.stringify(describeDomains(url).openApi(), null, 2));
  });
