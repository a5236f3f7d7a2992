import path from 'node:path';
import { parseEgressAllow } from './egress.ts';
import { parseTrustedProxies } from './proxies.ts';
import {
  boolean,
  connectionString,
  HOSTNAME,
  integer,
  MAILBOX,
  matching,
  oneOf,
  publicUrl,
  smtpUrl,
  text,
  url,
} from './setting-values.ts';

/** An environment variable: its description and parser. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  /** Throws an Error that describes the expected value. */
  readonly parse: (value: string) => unknown;
}

/** The settings in the order in which `docs/reference/configuration.md` lists them. */
export const SETTINGS = {
  port: {
    name: 'PORT',
    default: '3000',
    description: 'The port to listen on; 0 selects a free port.',
    parse: integer(0, 65535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description:
      'The IP address or host name to listen on; `0.0.0.0` accepts connections from other machines.',
    parse: matching(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    description:
      'The URL by which users and clients reach the server, if it differs from `HOST` and `PORT`. All URLs in responses and e-mails start with it.',
    parse: publicUrl,
  },
  dataDir: {
    name: 'LECTERN_DATA_DIR',
    default: './data',
    description: 'The folder for the embedded database and uploaded files.',
    parse: (value: string) => path.resolve(value),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description: 'The connection URL of a PostgreSQL server to use instead of the embedded one.',
    parse: connectionString,
  },
  adminToken: {
    name: 'LECTERN_ADMIN_TOKEN',
    description: 'The API token of the first administrator, created on the first run; default: a random one.',
    parse: matching(/^[A-Za-z0-9_-]{16,256}$/, 'must be 16 to 256 letters, digits, "_" or "-"'),
  },
  firstRun: {
    name: 'LECTERN_FIRST_RUN',
    description:
      'What the first start creates. `setup`: nothing, but it prints a link to a page that creates the first administrator. `sample`: an administrator, an organization and sample sites. Default: `sample` with `npm start` or `LECTERN_ADMIN_TOKEN`, otherwise `setup`.',
    parse: oneOf('setup', 'sample'),
  },
  sampleSites: {
    name: 'LECTERN_SAMPLE_SITES',
    default: 'true',
    description: 'Whether the first run publishes a sample site and this documentation.',
    parse: boolean,
  },
  egressAllow: {
    name: 'LECTERN_EGRESS_ALLOW',
    default: '',
    description:
      'Private host names, IP addresses and networks that the server may send requests to, separated by commas. Public hosts are always allowed.',
    parse: (value: string) => {
      parseEgressAllow(value);
      return value;
    },
  },
  gitFolders: {
    name: 'LECTERN_GIT_FOLDERS',
    default: '',
    description:
      'Local folders with git repositories that Git Sync may use, separated by colons. By default only http(s) repositories are allowed.',
    parse: matching(/^(?:\/[^:]+(?::\/[^:]+)*)?$/, 'must be absolute paths, separated by colons'),
  },
  sitesDomain: {
    name: 'LECTERN_SITES_DOMAIN',
    description: 'The domain of published sites: each organization gets a subdomain of it.',
    parse: matching(HOSTNAME, 'must be a domain name in lower case, with an optional port'),
  },
  importPages: {
    name: 'LECTERN_IMPORT_PAGES',
    default: '500',
    description: 'The maximum number of pages that an import reads from a website.',
    parse: integer(1, 100_000),
  },
  webhookLogDays: {
    name: 'LECTERN_WEBHOOK_LOG_DAYS',
    default: '30',
    description: 'How many days the delivery log of webhooks is kept.',
    parse: integer(1, 3650),
  },
  integrationEventsDays: {
    name: 'LECTERN_INTEGRATION_EVENTS_DAYS',
    default: '14',
    description:
      'How many days the event log of integrations is kept, including the output of their scripts.',
    parse: integer(1, 3650),
  },
  insightsEventDays: {
    name: 'LECTERN_INSIGHTS_EVENT_DAYS',
    default: '90',
    description:
      'How many days the events of site visitors are kept. Their counts are kept longer, and hold nothing about single visitors.',
    parse: integer(1, 3650),
  },
  insightsCountDays: {
    name: 'LECTERN_INSIGHTS_COUNT_DAYS',
    default: '800',
    description: 'How many days the daily counts of events of site visitors are kept.',
    parse: integer(1, 3650),
  },
  geoipDatabase: {
    name: 'GEOIP_DATABASE',
    description:
      'A file in the MaxMind format (`.mmdb`) with the countries of IP addresses, such as GeoLite2 Country or DB-IP Country Lite. With it, insights know the countries of visitors. It is read when the server starts.',
    parse: (value: string) => path.resolve(value),
  },
  shutdownSeconds: {
    name: 'LECTERN_SHUTDOWN_SECONDS',
    default: '60',
    description: 'How many seconds a stopping server waits for running requests and jobs.',
    parse: integer(1, 3600),
  },
  llmBaseUrl: {
    name: 'LLM_BASE_URL',
    description: 'The URL of an OpenAI-compatible API, for features that use a language model.',
    parse: url('http', 'https'),
  },
  llmApiKey: { name: 'LLM_API_KEY', description: 'The API key of the language model.', parse: text },
  llmModel: { name: 'LLM_MODEL', description: 'The name of the language model.', parse: text },
  askOrganizationPerMinute: {
    name: 'LECTERN_ASK_ORGANIZATION_PER_MINUTE',
    default: '60',
    description:
      'How many questions to an organization and its sites the language model answers per minute, in one process. Further ones are answered without it. 0 means no limit.',
    parse: integer(0, 1_000_000),
  },
  askSitePerMinute: {
    name: 'LECTERN_ASK_SITE_PER_MINUTE',
    default: '30',
    description: 'The same for each site.',
    parse: integer(0, 1_000_000),
  },
  askVisitorPerMinute: {
    name: 'LECTERN_ASK_VISITOR_PER_MINUTE',
    default: '6',
    description: 'The same for each member, and for each IP address of visitors.',
    parse: integer(0, 1_000_000),
  },
  deeplApiKey: { name: 'DEEPL_API_KEY', description: 'An API key of DeepL, for translations.', parse: text },
  deeplBaseUrl: {
    name: 'DEEPL_BASE_URL',
    description: 'The URL of the DeepL API; by default chosen by the type of the key.',
    parse: url('http', 'https'),
  },
  libreTranslateUrl: {
    name: 'LIBRETRANSLATE_URL',
    description: 'The URL of a LibreTranslate server, for translations.',
    parse: url('http', 'https'),
  },
  libreTranslateApiKey: {
    name: 'LIBRETRANSLATE_API_KEY',
    description: 'The API key of the LibreTranslate server, if it requires one.',
    parse: text,
  },
  translationEngine: {
    name: 'LECTERN_TRANSLATION_ENGINE',
    description:
      'The translation service to use if several are configured: `deepl`, `libretranslate` or `openai` (`LLM_BASE_URL`). Default: the first configured one in this order.',
    parse: oneOf('openai', 'deepl', 'libretranslate'),
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    description: 'The URL of an S3-compatible store for files, instead of the data folder.',
    parse: url('http', 'https'),
  },
  s3Bucket: { name: 'S3_BUCKET', description: 'The S3 bucket.', parse: text },
  s3Region: { name: 'S3_REGION', default: 'us-east-1', description: 'The S3 region.', parse: text },
  s3AccessKeyId: { name: 'S3_ACCESS_KEY_ID', description: 'The S3 access key ID.', parse: text },
  s3SecretAccessKey: { name: 'S3_SECRET_ACCESS_KEY', description: 'The S3 secret access key.', parse: text },
  s3PathStyle: {
    name: 'S3_PATH_STYLE',
    default: 'true',
    description:
      '`true`: the bucket is part of the path (`https://s3.example.com/bucket/…`). `false`: it is part of the host (`https://bucket.s3.example.com/…`).',
    parse: boolean,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    description:
      'The mail server, such as `smtp://user:password@mail.example.com:587`; `smtps://` uses implicit TLS. Without it no e-mail is sent.',
    parse: smtpUrl,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    description: 'The sender of e-mails: `docs@example.com` or `Docs <docs@example.com>`.',
    parse: matching(MAILBOX, 'must be an address, or a name and an address in <>'),
  },
  pdfMemory: {
    name: 'LECTERN_PDF_MEMORY',
    default: '2048',
    description:
      'The memory limit for rendering a PDF, in megabytes. [Short PDFs](pdf.md#memory-and-time) that are rendered at the same time may use a quarter of it in addition.',
    parse: integer(256, 1_000_000),
  },
  pdfSeconds: {
    name: 'LECTERN_PDF_SECONDS',
    default: '300',
    description: 'The time limit for rendering a PDF, in seconds.',
    parse: integer(1, 600),
  },
  fontsFolder: {
    name: 'LECTERN_FONTS_DIR',
    description:
      'A folder with additional TrueType or OpenType fonts for PDFs, for scripts that the bundled fonts do not cover.',
    parse: (value: string) => path.resolve(value),
  },
  scriptProcesses: {
    name: 'LECTERN_SCRIPT_PROCESSES',
    default: '2',
    description:
      'The number of processes that run scripts of integrations, started on demand; 0 disables scripts.',
    parse: integer(0, 64),
  },
  scriptSeconds: {
    name: 'LECTERN_SCRIPT_SECONDS',
    default: '30',
    description:
      'The time limit for the response of a script, in seconds. After the response it may run for another 60 seconds.',
    parse: integer(1, 300),
  },
  scriptMemory: {
    name: 'LECTERN_SCRIPT_MEMORY',
    default: '512',
    description:
      'The memory of a script process, in megabytes, above which it is replaced. At twice the value it is killed at once.',
    parse: integer(128, 65_536),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'warn',
    description: 'The log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  rateLimit: {
    name: 'LECTERN_RATE_LIMIT',
    default: '3000',
    description:
      'Requests per minute for each token, or for each IP address without a token, counted per process; 0 means no limit.',
    parse: integer(0, 1_000_000_000),
  },
  corsOrigins: {
    name: 'LECTERN_CORS_ORIGINS',
    default: '*',
    description:
      'Origins that may call the API from a browser (CORS), separated by commas; `*` allows all. Browsers never send tokens automatically.',
    parse: matching(
      /^(\*|https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+)*)$/,
      'must be * or a comma-separated list of origins',
    ),
  },
  trustProxy: {
    name: 'LECTERN_TRUST_PROXY',
    default: 'false',
    description:
      'The reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Host` headers are trusted: `true` for one proxy in front of the server, a number for a chain of proxies, or a list of IP addresses and networks (`10.0.0.5, 192.168.7.0/24`). `false` trusts none. If more proxies are trusted than exist, clients can forge their IP address.',
    parse: parseTrustedProxies,
  },
} as const satisfies Record<string, Setting>;

/** The text of `docs/reference/configuration.md`. */
export const describeSettings = (): string => {
  const rows = Object.values<Setting>(SETTINGS).map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.description} |`,
  );
  return `# Configuration

Lectern is configured by environment variables. All of them are optional. If a value is invalid, the server does not start and prints a list of all errors. This page is generated by \`npm run docs\`.

| Variable | Default | Description |
|---|---|---|
${rows.join('\n')}
`;
};
