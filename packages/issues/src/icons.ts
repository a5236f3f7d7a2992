/** The icon of clusters without a better one. */
export const OTHER_ICON = 'comments';

/** Icons, and the words that choose them. */
export const ICONS: readonly (readonly [icon: string, words: readonly string[]])[] = [
  ['credit-card', ['card', 'credit', 'debit', 'visa', 'mastercard', 'contactless']],
  [
    'money-bill-transfer',
    ['transfer', 'payment', 'pay', 'refund', 'withdrawal', 'deposit', 'transaction', 'topup', 'top'],
  ],
  ['file-invoice', ['invoice', 'billing', 'bill', 'receipt', 'tax', 'vat']],
  [
    'tag',
    ['price', 'pricing', 'plan', 'subscription', 'fee', 'charge', 'cost', 'discount', 'coupon', 'upgrade'],
  ],
  ['coins', ['currency', 'exchange', 'rate', 'cash', 'money', 'balance', 'atm', 'bank']],
  ['key', ['password', 'pin', 'passcode', 'key', 'token', 'secret', 'credential']],
  ['right-to-bracket', ['login', 'log', 'signin', 'sign', 'sso', 'saml', 'oauth', 'logout']],
  ['id-card', ['identity', 'verify', 'verification', 'passport', 'kyc', 'id']],
  ['user', ['account', 'user', 'profile', 'member', 'name', 'age']],
  ['users', ['team', 'organization', 'invite', 'people', 'group']],
  ['lock', ['permission', 'access', 'security', 'locked', 'block', 'blocked', 'private']],
  ['truck', ['delivery', 'shipping', 'ship', 'arrive', 'arrived', 'package', 'track', 'order', 'mail']],
  ['mobile', ['phone', 'mobile', 'app', 'android', 'ios', 'iphone', 'sms']],
  ['globe', ['site', 'website', 'domain', 'country', 'dns', 'url', 'language', 'europe']],
  ['envelope', ['email', 'e-mail', 'newsletter', 'inbox', 'smtp']],
  ['bell', ['notification', 'alert', 'reminder', 'webhook']],
  ['code', ['api', 'sdk', 'code', 'endpoint', 'request', 'json', 'script', 'library', 'function']],
  ['code-branch', ['git', 'github', 'gitlab', 'branch', 'merge', 'sync', 'repository', 'commit']],
  ['database', ['database', 'data', 'sql', 'backup', 'storage', 'table', 'query']],
  [
    'server',
    ['server', 'deploy', 'deployment', 'host', 'docker', 'kubernetes', 'cloud', 'install', 'installation'],
  ],
  ['gauge-high', ['slow', 'performance', 'speed', 'timeout', 'latency', 'limit']],
  ['bug', ['bug', 'error', 'crash', 'fail', 'failed', 'exception', 'broken', 'issue']],
  ['file', ['file', 'document', 'page', 'pdf', 'attachment', 'article']],
  ['image', ['image', 'picture', 'photo', 'logo', 'icon', 'video']],
  ['upload', ['upload', 'import']],
  ['download', ['download', 'export']],
  ['magnifying-glass', ['search', 'find', 'filter']],
  ['plug', ['integration', 'plugin', 'connect', 'extension', 'connection']],
  ['gear', ['setting', 'settings', 'configure', 'configuration', 'option', 'setup', 'change']],
  ['trash', ['delete', 'remove', 'cancel', 'terminate', 'close']],
  ['pen', ['edit', 'editor', 'write', 'update', 'rename']],
  ['chart-line', ['report', 'analytics', 'chart', 'statistic', 'insight', 'dashboard']],
  ['calendar', ['date', 'calendar', 'schedule', 'day', 'week', 'time']],
  ['palette', ['color', 'theme', 'design', 'style', 'font', 'css']],
];
