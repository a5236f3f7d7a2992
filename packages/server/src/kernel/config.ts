import path from 'node:path';
import { parseEgressAllow } from './egress.ts';
import { parseTrustedProxies, type TrustedProxies } from './proxies.ts';
import {
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

/** Everything that is set from outside, checked once. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without it, the address that the server listens on. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminToken: string | undefined;
  readonly egressAllow: string;
  readonly gitFolders: string;
  readonly sitesDomain: string | undefined;
  readonly importPages: number;
  readonly webhookLogDays: number;
  readonly integrationEventsDays: number;
  readonly shutdownSeconds: number;
  readonly llm:
    | { readonly baseUrl: string; readonly apiKey: string | undefined; readonly model: string }
    | undefined;
  /** Engines for translations besides the language model, and which of all is used. */
  readonly translation: {
    readonly engine: 'openai' | 'deepl' | 'libretranslate' | undefined;
    readonly deepl: { readonly apiKey: string; readonly baseUrl: string | undefined } | undefined;
    readonly libreTranslate: { readonly url: string; readonly apiKey: string | undefined } | undefined;
  };
  readonly s3:
    | {
        readonly endpoint: string;
        readonly bucket: string;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly pathStyle: boolean;
      }
    | undefined;
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly pdf: {
    readonly limits: { readonly memoryBytes: number; readonly seconds: number };
    readonly fontsFolder: string | undefined;
  };
  readonly scripts: {
    readonly processes: number;
    readonly seconds: number;
    readonly memoryMegabytes: number;
  };
  readonly logLevel: string;
  readonly rateLimit: number;
  readonly corsOrigins: string;
  readonly trustProxy: TrustedProxies;
}

/** One environment variable: what it means, and how its text is read. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  /** Throws an Error that says what is wrong with the value. */
  readonly read: (value: string) => unknown;
}

/** The settings in the order in which `docs/configuration.md` lists them. */
export const SETTINGS = {
  port: {
    name: 'PORT',
    default: '3000',
    description: 'The port to listen on; 0 takes a free one.',
    read: integer(0, 65535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'The address to listen on; `0.0.0.0` lets other machines in.',
    read: matching(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    description:
      'The address that people and clients use, when it is another than the one listened on; it stands in every `urls`.',
    read: publicUrl,
  },
  dataDir: {
    name: 'LECTERN_DATA_DIR',
    default: './data',
    description: 'The folder of the embedded database and of files.',
    read: (value: string) => path.resolve(value),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description: 'A PostgreSQL to use instead of the embedded one.',
    read: connectionString,
  },
  adminToken: {
    name: 'LECTERN_ADMIN_TOKEN',
    description: 'The token that the first run gives to its administrator, instead of a random one.',
    read: matching(/^[A-Za-z0-9_-]{16,256}$/, 'must be 16 to 256 letters, digits, "_" or "-"'),
  },
  egressAllow: {
    name: 'LECTERN_EGRESS_ALLOW',
    default: '',
    description:
      'Hosts, addresses and networks inside your own network that the server may fetch from, separated by commas.',
    read: (value: string) => {
      parseEgressAllow(value);
      return value;
    },
  },
  gitFolders: {
    name: 'LECTERN_GIT_FOLDERS',
    default: '',
    description:
      'Folders of this machine whose git repositories spaces may be imported from and exported to, separated by colons; without it, only repositories at http(s) addresses are.',
    read: matching(/^(?:\/[^:]+(?::\/[^:]+)*)?$/, 'must be absolute paths, separated by colons'),
  },
  sitesDomain: {
    name: 'LECTERN_SITES_DOMAIN',
    description: 'The domain under which published sites get their names.',
    read: matching(HOSTNAME, 'must be a domain name in lower case, with a port if need be'),
  },
  importPages: {
    name: 'LECTERN_IMPORT_PAGES',
    default: '500',
    description: 'The most pages that one import reads from a website.',
    read: integer(1, 100_000),
  },
  webhookLogDays: {
    name: 'LECTERN_WEBHOOK_LOG_DAYS',
    default: '30',
    description: 'Days for which it is kept what webhooks were sent, and what they answered.',
    read: integer(1, 3650),
  },
  integrationEventsDays: {
    name: 'LECTERN_INTEGRATION_EVENTS_DAYS',
    default: '14',
    description: 'Days for which it is kept what integrations were told, and what their scripts wrote.',
    read: integer(1, 3650),
  },
  shutdownSeconds: {
    name: 'LECTERN_SHUTDOWN_SECONDS',
    default: '60',
    description: 'Seconds that a stopping server waits for requests and jobs in progress.',
    read: integer(1, 3600),
  },
  llmBaseUrl: {
    name: 'LLM_BASE_URL',
    description: 'An OpenAI-compatible endpoint for features that use a language model.',
    read: url('http', 'https'),
  },
  llmApiKey: { name: 'LLM_API_KEY', description: 'Its key.', read: text },
  llmModel: { name: 'LLM_MODEL', description: 'The model to ask for.', read: text },
  deeplApiKey: { name: 'DEEPL_API_KEY', description: 'A key of DeepL, for translations.', read: text },
  deeplBaseUrl: {
    name: 'DEEPL_BASE_URL',
    description: 'Where DeepL is asked; without it, where its key belongs.',
    read: url('http', 'https'),
  },
  libreTranslateUrl: {
    name: 'LIBRETRANSLATE_URL',
    description: 'A server of LibreTranslate, for translations.',
    read: url('http', 'https'),
  },
  libreTranslateApiKey: {
    name: 'LIBRETRANSLATE_API_KEY',
    description: 'Its key, if it wants one.',
    read: text,
  },
  translationEngine: {
    name: 'LECTERN_TRANSLATION_ENGINE',
    description:
      'Which engine translates, where several are set: deepl, libretranslate or openai (`LLM_BASE_URL`); the first of them without it.',
    read: oneOf('openai', 'deepl', 'libretranslate'),
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    description: 'An S3-compatible store for files, instead of the data folder.',
    read: url('http', 'https'),
  },
  s3Bucket: { name: 'S3_BUCKET', description: 'Its bucket.', read: text },
  s3Region: { name: 'S3_REGION', default: 'us-east-1', description: 'Its region.', read: text },
  s3AccessKeyId: { name: 'S3_ACCESS_KEY_ID', description: 'The key to it.', read: text },
  s3SecretAccessKey: { name: 'S3_SECRET_ACCESS_KEY', description: 'The secret of that key.', read: text },
  s3PathStyle: {
    name: 'S3_PATH_STYLE',
    default: 'true',
    description:
      'Whether the bucket is part of the path (`https://s3.example.com/bucket/…`) or, with `false`, of the host (`https://bucket.s3.example.com/…`).',
    read: (value: string) => oneOf('true', 'false')(value) === 'true',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    description:
      'The mail server that notifications go out through, such as `smtp://user:password@mail.example.com:587`; `smtps://` speaks TLS from the first byte. Without it nothing is sent by e-mail.',
    read: smtpUrl,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    description: 'Whom e-mail comes from: `docs@example.com` or `Docs <docs@example.com>`.',
    read: matching(MAILBOX, 'must be an address, or a name and an address in <>'),
  },
  pdfMemory: {
    name: 'LECTERN_PDF_MEMORY',
    default: '2048',
    description:
      'Megabytes that making a PDF may take; one that needs more is refused. [Short ones](pdf.md#for-operators) may take a quarter of it more, beside a long one.',
    read: integer(256, 1_000_000),
  },
  pdfSeconds: {
    name: 'LECTERN_PDF_SECONDS',
    default: '300',
    description: 'Seconds that making a PDF may take.',
    read: integer(1, 600),
  },
  fontsFolder: {
    name: 'LECTERN_FONTS_DIR',
    description: 'A folder of fonts (TrueType, OpenType) for PDFs in scripts that the fonts of Lectern lack.',
    read: (value: string) => path.resolve(value),
  },
  scriptProcesses: {
    name: 'LECTERN_SCRIPT_PROCESSES',
    default: '2',
    description:
      'Processes that share the scripts of integrations, each started when it is needed; 0 runs no scripts.',
    read: integer(0, 64),
  },
  scriptSeconds: {
    name: 'LECTERN_SCRIPT_SECONDS',
    default: '30',
    description:
      'Seconds that a script of an integration has for an answer; it may go on for 60 more after it.',
    read: integer(1, 300),
  },
  scriptMemory: {
    name: 'LECTERN_SCRIPT_MEMORY',
    default: '512',
    description:
      'Megabytes beyond which a process of scripts is replaced; one that takes twice as much is ended at once.',
    read: integer(128, 65_536),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'warn',
    description: 'How much is logged: fatal, error, warn, info, debug, trace or silent.',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  rateLimit: {
    name: 'LECTERN_RATE_LIMIT',
    default: '3000',
    description:
      'Requests a minute that one token, or one address without a token, may make of one process; 0 is no limit.',
    read: integer(0, 1_000_000_000),
  },
  corsOrigins: {
    name: 'LECTERN_CORS_ORIGINS',
    default: '*',
    description:
      'Origins whose pages may call the API, separated by commas; `*` is all (tokens are never sent by a browser on its own).',
    read: matching(/^(\*|https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+)*)$/, 'must be * or a list of origins'),
  },
  trustProxy: {
    name: 'LECTERN_TRUST_PROXY',
    default: 'false',
    description:
      "Whose word counts for where requests come from (`X-Forwarded-For`, and `X-Forwarded-Host`): `true` is that of one proxy directly in front, a number that of so many in a row, a list (`10.0.0.5, 192.168.7.0/24`) that of proxies at these addresses; `false` is nobody's. Too many let clients make up where they are.",
    read: parseTrustedProxies,
  },
} as const satisfies Record<string, Setting>;

/** What is wrong with the settings, all of it at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Values = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['read']> | undefined };

/** Reads and checks the environment; empty variables count as not set. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const read = (setting: Setting): unknown => {
    const value = env[setting.name]?.trim() || setting.default;
    if (value === undefined) return undefined;
    try {
      return setting.read(value);
    } catch (error) {
      // The value is not repeated: it may be a secret that landed in the wrong variable.
      problems.push(`${setting.name} ${(error as Error).message}`);
      return undefined;
    }
  };
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting)]),
  ) as Values;

  const together = (names: readonly (keyof typeof SETTINGS)[]) => {
    const present = names.filter((name) => env[SETTINGS[name].name]?.trim());
    if (present.length > 0 && present.length < names.length) {
      const missing = names.filter((name) => !present.includes(name)).map((name) => SETTINGS[name].name);
      problems.push(`${missing.join(', ')} must be set too, because ${SETTINGS[present[0]!].name} is`);
    }
    return present.length === names.length;
  };
  const hasLlm = together(['llmBaseUrl', 'llmModel']);
  const engine = values.translationEngine as Config['translation']['engine'];
  const needed = { openai: 'llmBaseUrl', deepl: 'deeplApiKey', libretranslate: 'libreTranslateUrl' } as const;
  if (engine) together(['translationEngine', needed[engine]]);
  const hasS3 = together(['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey']);
  const hasSmtp = together(['smtpUrl', 'mailFrom']);
  // Mail is read elsewhere, and a process that does not listen has no address of its own.
  if (hasSmtp && !env[SETTINGS.publicUrl.name]?.trim())
    problems.push('PUBLIC_URL must be set too, because SMTP_URL is: links in e-mail begin with it');
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    port: values.port!,
    host: values.host!,
    publicUrl: values.publicUrl,
    dataDir: values.dataDir!,
    databaseUrl: values.databaseUrl,
    adminToken: values.adminToken,
    egressAllow: values.egressAllow ?? '',
    gitFolders: values.gitFolders ?? '',
    sitesDomain: values.sitesDomain,
    importPages: values.importPages!,
    webhookLogDays: values.webhookLogDays!,
    integrationEventsDays: values.integrationEventsDays!,
    shutdownSeconds: values.shutdownSeconds!,
    llm: hasLlm
      ? { baseUrl: values.llmBaseUrl!, apiKey: values.llmApiKey, model: values.llmModel! }
      : undefined,
    translation: {
      engine,
      deepl: values.deeplApiKey ? { apiKey: values.deeplApiKey, baseUrl: values.deeplBaseUrl } : undefined,
      libreTranslate: values.libreTranslateUrl
        ? { url: values.libreTranslateUrl, apiKey: values.libreTranslateApiKey }
        : undefined,
    },
    s3: hasS3
      ? {
          endpoint: values.s3Endpoint!,
          bucket: values.s3Bucket!,
          region: values.s3Region!,
          accessKeyId: values.s3AccessKeyId!,
          secretAccessKey: values.s3SecretAccessKey!,
          pathStyle: values.s3PathStyle!,
        }
      : undefined,
    smtp: hasSmtp ? { url: values.smtpUrl!, from: values.mailFrom! } : undefined,
    pdf: {
      limits: { memoryBytes: values.pdfMemory! * 1024 * 1024, seconds: values.pdfSeconds! },
      fontsFolder: values.fontsFolder,
    },
    scripts: {
      processes: values.scriptProcesses!,
      seconds: values.scriptSeconds!,
      memoryMegabytes: values.scriptMemory!,
    },
    logLevel: values.logLevel!,
    rateLimit: values.rateLimit!,
    corsOrigins: values.corsOrigins!,
    trustProxy: values.trustProxy!,
  };
};

/** The settings as a page of the documentation. */
export const describeSettings = (): string => {
  const rows = Object.values<Setting>(SETTINGS).map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.description} |`,
  );
  return `# Configuration

Lectern is set up through environment variables, all of them optional. A wrong value stops the start with a list of everything that is wrong. This page is made from the program itself: \`npm run docs\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
};
