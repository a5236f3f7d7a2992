/** Expected errors for inputs that are valid by the schema but not in the current state, by operation. */
export const REFUSALS: Readonly<Record<string, RegExp>> = {
  renderIntegrationUIWithGet: /^400 query\.request/,
  renderIntegrationUIWithPost: /^404 (space|site|installation)/,
  getComputedRevision: /^404 The integration/,
  getComputedDocument: /^404 (The integration|page of the specification)|^400 body\.source\.props\.page/,
  createOpenAPISpec: /^400 body\.source/,
  createOrUpdateOpenAPISpecBySlug: /^400 body\.source/,
  // Sign-in works only from pages of this server.
  requestSignInLink: /^403 /,
  useSignInLink: /^403 /,
  signInWithPassword: /^403 /,
  // Only in a browser.
  setAccountPassword: /^409 /,
  removeAccountPassword: /^409 /,
  completeSAMLLogin: /^403 /,
  startOIDCLogin: /^403 /,
  completeOIDCLogin: /^403 /,
  // Members without single sign-on, administrators leaving, members that have left.
  agreeToSingleSignOn: /^404 organization/,
  authorizeProgram: /^400 /,
  registerOAuthClient: /^400 /,
  exchangeAuthorizationCode: /^400 /,
  leaveAccountOrganization: /^(409 |404 organization)/,
  createOIDCProvider: /^400 body\.(defaultTeam|issuer)/,
  updateOIDCProvider: /^400 body\.(clientSecret|defaultTeam|issuer)/,
  createOrganizationSAMLProvider: /^400 body\.(certificate|defaultTeam|ssoURL)/,
  updateOrganizationSAMLProvider: /^400 body\.(certificate|defaultTeam|ssoURL)/,
  createUserToken: /^400 body\.(scopes|expiresAt)/,
  readUserNotifications: /^400 body\.until/,
  updateOrganizationById:
    /^(400 body\.(defaultContent\.site|mergeRules\.rules\.\d+\.expression)|409 (The hostname|Single sign-on))/,
  updateSpaceById: /^400 body\.mergeRules\.rules\.\d+\.expression/,
  // Random URLs belong to no site.
  resolvePublishedContentByUrl: /^404 content/,
  getPublishedContentByUrl: /^(404 content|431 )/,
  getContentByUrl: /^(404 content|431 )/,
  createOrganizationTeam: /^400 body\.members\.\d+/,
  updateMembersInOrganizationTeam: /^400 body\.(add\.\d+|memberships\.)/,
  inviteToSpace: /^404 body\.(users|teams)\.\d+/,
  inviteToCollection: /^404 body\.(users|teams)\.\d+/,
  createCollection: /^404 collection/,
  createSpace: /^(404 (collection|template)|400 body\.empty)/,
  moveCollection: /^(404 collection|400 body\.(parent|position)|409 )/,
  startImportRun: /^(404 (space|page|change request)|400 body\.source\.(url|files\.\d+)|409 )/,
  moveSpace: /^(404 collection|400 body\.(parent|position)|409 )/,
  transferCollection: /^(404 organization|409 |403 )/,
  transferSpace: /^(404 organization|409 |403 )/,
  createOrganizationInvite: /^(404 (body\.)?(space|collection)|400 body\.(space|collection|role|level))/,
  updateOrganizationInviteById: /^400 body\.(role|level)/,
  createSite: /^404 space/,
  updateSiteById:
    /^(400 body\.(defaultSite(Space|Section)|hostname|contentSecurityPolicy\.hosts)|409 The (basename|hostname|proxy))/,
  sortSiteStructure: /^(404 site (space|section)|400 body\.position)/,
  addSpaceToSite: /^404 (space|site section)/,
  updateSiteSpaceById: /^(404 space|409 The path|400 body\.condition)/,
  moveSiteSpace: /^400 body\.position/,
  addSectionToSite: /^404 space/,
  updateSiteSectionById: /^(400 body\.(defaultSiteSpace|condition)|409 The path)/,
  moveSiteSection: /^400 body\.position/,
  moveSiteSectionGroup: /^400 body\.position/,
  addSectionGroupToSite: /^404 site section/,
  addSectionToGroup: /^404 site section/,
  importGitRepository: /^(400 body\.(url|ref|repoProjectDirectory)|409 )/,
  exportToGitRepository: /^(400 body\.(url|ref|repoProjectDirectory)|409 )/,
  updateSpaceContent:
    /^(400|404|409) body\.changes\.\d+\.(page|into|at|revision|reusableContent|variables|document|file|block|id|field|computed|base)|^400 body\.changes\.\d+(\.files\.\d+(\.(ref|url|base64|contentType))?|\.(url|base64|contentType)|)$/,
  updateChangeRequestContent:
    /^(400|404|409) body\.changes\.\d+\.(page|into|at|revision|reusableContent|variables|document|file|block|id|field|computed|base)|^400 body\.changes\.\d+(\.files\.\d+(\.(ref|url|base64|contentType))?|\.(url|base64|contentType)|)$/,
  getRevisionSemanticChanges: /^404 revision not found/,
  updateChangeRequestById: /^400 body\.description/,
  requestReviewersForChangeRequest: /^400 body\.(users\.\d+|description)/,
  submitChangeRequestReview: /^400 body\.comment\.document/,
  ...Object.fromEntries(
    ['Space', 'ChangeRequest'].flatMap((where) => [
      [`postCommentIn${where}`, /^400 body\.(page|node|tableCell|body)/],
      [`updateCommentIn${where}`, /^400 body\.body/],
      [`postCommentReplyIn${where}`, /^400 body\.body/],
      [`updateCommentReplyIn${where}`, /^400 body\.body/],
    ]),
  ),
  applyTemplateToSpace: /^404 (template|change request)/,
  createChangeRequest: /^(404 template|400 body\.(conversationsIssuesCluster|revision|revertedRevision))/,
  // Script URLs, and invalid nested schemas.
  updateSiteCustomizationById: /^400 body\..*\.(url|condition)$/,
  overrideSiteSpaceCustomizationById: /^400 body\..*\.(url|condition)$/,
  updateSiteAdaptiveSchema: /^400 body\.jsonSchema\.properties/,
  updateSitePublishingAuthById: /^400 body\.fallbackURL/,
  createSiteRedirect: /^(400 body\.destination|409 )/,
  updateSiteRedirectById: /^(400 body\.destination|409 )/,
  getSiteRedirectBySource: /^404 redirect/,
  getSitePublishingPreviewById: /^400 query\.(siteSpace|claims)/,
  searchSiteContent: /^400 body\.(scope\.)?siteSpaceIds?$/,
  // Invalid URLs only: valid ones would be fetched.
  getEmbedByUrl: /^400 query\.url/,
  getEmbedByUrlInSpace: /^400 query\.url/,
  createTranslation: /^(400 body\.(instructions|language|source\.space)|409 )/,
  updateTranslation: /^400 body\.instructions/,
  updateGlossaryEntries: /^400 body\.operations\.\d+\.id/,
  createWebhook: /^(400 body\.(url|spaces\.\d+|sites\.\d+)|409 )/,
  updateWebhook: /^400 body\.(url|spaces\.\d+|sites\.\d+)/,
  redeliverWebhookDelivery: /^409 /,
  // Unpublished sites have no visitors.
  trackEventsInSiteById: /^(404 site|400 body\.events\.\d+\.(timestamp|feedback))/,
  listOrganizationAuditEvents: /^400 query\.(from|to)/,
  publishIntegration:
    /^(404 organization|409 |400 (params\.integrationName|body\.(icon|previewImages\.\d|configurations\.\w+\.required\.\d+)))/,
  setIntegrationDevelopmentMode: /^400 body\.tunnelUrl/,
  installIntegration: /^(404 organization|409 )/,
  installIntegrationOnSpace: /^(404 space|409 )/,
  installIntegrationOnSite: /^(404 site|409 )/,
};

/** The status of pages for unknown forms; 404 without a site. */
export const FORMS: Readonly<Record<string, number>> = {
  postToPublishedSite: 404,
  requestSignInLink: 400,
  useSignInLink: 400,
  signInWithPassword: 400,
  setAccountPassword: 400,
  removeAccountPassword: 409,
  completeSAMLLogin: 400,
  changeAccountProfile: 400,
  makeAccountToken: 400,
  agreeToSingleSignOn: 404,
  leaveAccountOrganization: 409,
  registerOAuthClient: 400,
  exchangeAuthorizationCode: 400,
  authorizeProgram: 400,
};

/** Operations with the same status for existing and other names. */
export const SAME_STATUS: Readonly<Record<string, number>> = {
  revokeAccountToken: 303,
  endAccountSession: 303,
  getOrganizationLoginPage: 200,
  listSSOProviderLoginsInOrganization: 200,
};

/** The status of other pages for unknown forms: a redirect. */
export const FORM_REDIRECT = 303;
