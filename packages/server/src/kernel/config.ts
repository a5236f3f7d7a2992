import type { AskLimits } from './ask-limits.ts';
import type { TrustedProxies } from './proxies.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** The validated settings. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Default: the address that the server listens on. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminToken: string | undefined;
  /** What the first start creates: sample content, or nothing but the link to the set-up page. */
  readonly firstRun: 'setup' | 'sample';
  readonly sampleSites: boolean;
  readonly egressAllow: string;
  readonly gitFolders: string;
  readonly sitesDomain: string | undefined;
  readonly importPages: number;
  readonly webhookLogDays: number;
  readonly integrationEventsDays: number;
  readonly insightsEventDays: number;
  readonly insightsCountDays: number;
  readonly geoipDatabase: string | undefined;
  readonly askPerMinute: AskLimits;
  readonly shutdownSeconds: number;
  readonly llm:
    | { readonly baseUrl: string; readonly apiKey: string | undefined; readonly model: string }
    | undefined;
  /** The translation services, and which of them is used. */
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

/** All invalid settings. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;
type SettingName = keyof typeof SETTINGS;
type Values = { [Key in SettingName]: ReturnType<(typeof SETTINGS)[Key]['parse']> | undefined };
type Engine = Config['translation']['engine'];

// Settings that are only valid together.
const GROUPS = {
  llm: ['llmBaseUrl', 'llmModel'],
  s3: ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey'],
  smtp: ['smtpUrl', 'mailFrom'],
} as const satisfies Record<string, readonly SettingName[]>;

const ENGINE_SETTINGS = {
  openai: 'llmBaseUrl',
  deepl: 'deeplApiKey',
  libretranslate: 'libreTranslateUrl',
} as const satisfies Record<NonNullable<Engine>, SettingName>;

const isSet = (env: Env, name: SettingName): boolean => Boolean(env[SETTINGS[name].name]?.trim());

const parseValues = (env: Env, problems: string[]): Values => {
  const parse = (setting: Setting): unknown => {
    const value = env[setting.name]?.trim() || setting.default;
    if (value === undefined) return undefined;
    try {
      return setting.parse(value);
    } catch (error) {
      // The value is not printed: it may be a secret in the wrong variable.
      problems.push(`${setting.name} ${(error as Error).message}`);
      return undefined;
    }
  };
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, parse(setting)]),
  ) as Values;
};

/** Whether all settings of a group are set; a part of them is an error. */
const isGroupSet = (env: Env, names: readonly SettingName[], problems: string[]): boolean => {
  const present = names.filter((name) => isSet(env, name));
  if (present.length > 0 && present.length < names.length) {
    const missing = names.filter((name) => !present.includes(name)).map((name) => SETTINGS[name].name);
    problems.push(`${missing.join(', ')} must be set too, because ${SETTINGS[present[0]!].name} is`);
  }
  return present.length === names.length;
};

/** Parses and validates the environment; empty variables count as not set. */
export const readConfig = (env: Env): Config => {
  const problems: string[] = [];
  const values = parseValues(env, problems);
  const hasLlm = isGroupSet(env, GROUPS.llm, problems);
  const engine = values.translationEngine as Engine;
  if (engine) isGroupSet(env, ['translationEngine', ENGINE_SETTINGS[engine]], problems);
  const hasS3 = isGroupSet(env, GROUPS.s3, problems);
  const hasSmtp = isGroupSet(env, GROUPS.smtp, problems);
  if (hasSmtp && !isSet(env, 'publicUrl'))
    problems.push('PUBLIC_URL must be set too, because SMTP_URL is: links in e-mails start with it');
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...plainSettingsOf(values),
    llm: hasLlm
      ? { baseUrl: values.llmBaseUrl!, apiKey: values.llmApiKey, model: values.llmModel! }
      : undefined,
    translation: translationOf(values, engine),
    s3: hasS3 ? s3Of(values) : undefined,
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
  };
};

const plainSettingsOf = (values: Values) => ({
  port: values.port!,
  host: values.host!,
  publicUrl: values.publicUrl,
  dataDir: values.dataDir!,
  databaseUrl: values.databaseUrl,
  adminToken: values.adminToken,
  firstRun: (values.firstRun ?? (values.adminToken ? 'sample' : 'setup')) as Config['firstRun'],
  sampleSites: values.sampleSites!,
  egressAllow: values.egressAllow ?? '',
  gitFolders: values.gitFolders ?? '',
  sitesDomain: values.sitesDomain,
  importPages: values.importPages!,
  webhookLogDays: values.webhookLogDays!,
  integrationEventsDays: values.integrationEventsDays!,
  insightsEventDays: values.insightsEventDays!,
  insightsCountDays: values.insightsCountDays!,
  geoipDatabase: values.geoipDatabase,
  askPerMinute: {
    organization: values.askOrganizationPerMinute!,
    site: values.askSitePerMinute!,
    visitor: values.askVisitorPerMinute!,
  },
  shutdownSeconds: values.shutdownSeconds!,
  logLevel: values.logLevel!,
  rateLimit: values.rateLimit!,
  corsOrigins: values.corsOrigins!,
  trustProxy: values.trustProxy!,
});

const translationOf = (values: Values, engine: Engine): Config['translation'] => ({
  engine,
  deepl: values.deeplApiKey ? { apiKey: values.deeplApiKey, baseUrl: values.deeplBaseUrl } : undefined,
  libreTranslate: values.libreTranslateUrl
    ? { url: values.libreTranslateUrl, apiKey: values.libreTranslateApiKey }
    : undefined,
});

const s3Of = (values: Values): Config['s3'] => ({
  endpoint: values.s3Endpoint!,
  bucket: values.s3Bucket!,
  region: values.s3Region!,
  accessKeyId: values.s3AccessKeyId!,
  secretAccessKey: values.s3SecretAccessKey!,
  pathStyle: values.s3PathStyle!,
});
