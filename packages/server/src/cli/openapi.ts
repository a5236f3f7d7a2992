import { Command } from 'commander';

/** lectern openapi: prints the OpenAPI document without a server or database. */
export const openapiCommand = new Command('openapi')
  .option('--url <url>', 'server URL in the document', 'http://localhost:3000')
  .action(async ({ url }: { url: string }) => {
    const { describeDomains } = await import('../describe-domains.ts');
    console.log(JSON.stringify(describeDomains(url).openApi(), null, 2));
  });
