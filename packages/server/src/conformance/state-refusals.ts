/** Inputs that the schema allows and the state of things does not: status and what it speaks of. */
export const REFUSALS: Readonly<Record<string, RegExp>> = {
  createUserToken: /^400 body\.(scopes|expiresAt)/,
  readUserNotifications: /^400 body\.until/,
  updateOrganizationById: /^(400 body\.defaultContent\.site|409 hostname)/,
  createOrganizationTeam: /^400 body\.members\.\d+/,
  updateMembersInOrganizationTeam: /^400 body\.(add\.\d+|memberships\.)/,
  inviteToSpace: /^404 body\.(users|teams)\.\d+/,
  inviteToCollection: /^404 body\.(users|teams)\.\d+/,
  createCollection: /^404 collection/,
  createSpace: /^(404 (collection|template)|400 body\.empty)/,
  moveCollection: /^(404 collection|400 body\.(parent|position)|409 )/,
  moveSpace: /^(404 collection|400 body\.(parent|position)|409 )/,
  transferCollection: /^(404 organization|409 |403 )/,
  transferSpace: /^(404 organization|409 |403 )/,
  createOrganizationInvite: /^(404 (body\.)?(space|collection)|400 body\.(space|collection|role|level))/,
  updateOrganizationInviteById: /^400 body\.(role|level)/,
  updateSpaceContent:
    /^(400|404|409) body\.changes\.\d+\.(page|into|at|revision|reusableContent|variables|document|file|block|id|field)|^400 body\.changes\.\d+(\.files\.\d+(\.(ref|url|base64|contentType))?|\.(url|base64|contentType)|)$/,
  updateChangeRequestContent:
    /^(400|404|409) body\.changes\.\d+\.(page|into|at|revision|reusableContent|variables|document|file|block|id|field)|^400 body\.changes\.\d+(\.files\.\d+(\.(ref|url|base64|contentType))?|\.(url|base64|contentType)|)$/,
  updateChangeRequestById: /^400 body\.description/,
  requestReviewersForChangeRequest: /^400 body\.(users\.\d+|description)/,
  submitChangeRequestReview: /^400 body\.comment\.document/,
  ...Object.fromEntries(
    ['Space', 'ChangeRequest'].flatMap((where) => [
      [`postCommentIn${where}`, /^400 body\.(page|node|tableCell|body\.document)/],
      [`updateCommentIn${where}`, /^400 body\.body\.document/],
      [`postCommentReplyIn${where}`, /^400 body\.body\.document/],
      [`updateCommentReplyIn${where}`, /^400 body\.body\.document/],
    ]),
  ),
  applyTemplateToSpace: /^404 (template|change request)/,
  createChangeRequest: /^404 template/,
  // Addresses that run something, and what is below the root of a schema.
  updateSiteCustomizationById: /^400 body\..*\.url$/,
  overrideSiteSpaceCustomizationById: /^400 body\..*\.url$/,
  updateSiteAdaptiveSchema: /^400 body\.jsonSchema\.properties/,
  updateSitePublishingAuthById: /^400 body\.fallbackURL/,
  createSiteRedirect: /^(400 body\.destination|409 The site has a redirect)/,
  updateSiteRedirectById: /^(400 body\.destination|409 The site has a redirect)/,
  getSiteRedirectBySource: /^404 redirect/,
  getSitePublishingPreviewById: /^400 query\.(siteSpace|claims)/,
  searchSiteContent: /^400 body\.(scope\.)?siteSpaceIds?$/,
  // Texts that are no addresses: those that are one would be fetched.
  getEmbedByUrl: /^400 query\.url/,
  getEmbedByUrlInSpace: /^400 query\.url/,
  listOrganizationAuditEvents: /^400 query\.(from|to)/,
};
