import { createPasswordHashing } from './adapters/argon2/index.ts';
import { createGit } from './adapters/git/index.ts';
import { openCountries } from './adapters/mmdb/index.ts';
import { createOidc } from './adapters/oidc/index.ts';
import { openBlobs } from './adapters/s3/index.ts';
import { createSaml } from './adapters/saml/index.ts';
import { createPdfRenderer } from './adapters/typst/index.ts';
import { createWebauthn } from './adapters/webauthn/index.ts';
import type { Config } from './kernel/config.ts';
import { createConversion } from './kernel/conversion/conversion.ts';
import type { OpenDatabase } from './kernel/database/database.ts';
import { instanceSecret } from './kernel/database/instance.ts';
import { createEvents } from './kernel/events/events.ts';
import { createIds } from './kernel/ids.ts';
import { createIssues } from './kernel/issues/issues.ts';
import type { Kernel } from './kernel/kernel.ts';
import { createKeyedMutex } from './kernel/keyed-mutex.ts';
import { createMarkdown } from './kernel/markdown/markdown.ts';
import { createSpecifications } from './kernel/openapi/specifications.ts';
import { createSecrets } from './kernel/secrets.ts';
import { createSigning } from './kernel/signing.ts';

/** The parts of the kernel that differ between the server and commands. */
export interface KernelOptions
  extends Pick<
    Kernel,
    | 'clock'
    | 'jobs'
    | 'links'
    | 'egress'
    | 'emails'
    | 'languageModel'
    | 'scripts'
    | 'translator'
    | 'metrics'
    | 'warn'
    | 'notifications'
    | 'catchUpNotifications'
    | 'shutdown'
  > {
  readonly config: Config;
  readonly database: Pick<OpenDatabase, 'db' | 'transaction' | 'afterCommit'>;
  readonly signInsPerMinute: number;
  readonly endpointCallsPerMinute: number;
}

/** Creates the kernel of a server or a command. */
export const createKernel = async (options: KernelOptions): Promise<Kernel> => {
  const { config, database, signInsPerMinute, endpointCallsPerMinute, ...parts } = options;
  const { clock, jobs, egress } = parts;
  const { db, transaction, afterCommit } = database;
  const signing = createSigning(await instanceSecret(db, 'seals'));
  return {
    ...parts,
    db,
    transaction,
    afterCommit,
    newId: createIds(() => clock.now().getTime()),
    events: createEvents({ clock, jobs }),
    signing,
    secrets: createSecrets(signing),
    passwordHashing: createPasswordHashing(),
    webauthn: createWebauthn(),
    saml: createSaml(),
    oidc: createOidc(egress),
    markdown: createMarkdown(),
    specifications: createSpecifications(),
    conversion: createConversion(),
    issues: createIssues(),
    mutex: createKeyedMutex(),
    blobs: openBlobs(config),
    git: createGit({ egress, config }),
    pdfRenderer: createPdfRenderer(config.pdf),
    countryOf: await openCountries(config.geoipDatabase),
    limits: {
      websitePages: config.importPages,
      webhookLogDays: config.webhookLogDays,
      signInsPerMinute,
      endpointCallsPerMinute,
      integrationEventsDays: config.integrationEventsDays,
      insightsEventDays: config.insightsEventDays,
      insightsCountDays: config.insightsCountDays,
      askPerMinute: config.askPerMinute,
    },
  };
};
