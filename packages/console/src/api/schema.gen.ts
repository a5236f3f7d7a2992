export interface paths {
    readonly "/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getApiInformation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCollectionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteCollectionById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateCollectionById"];
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["inviteToCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions/aggregate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPermissionsAggregateInCollection"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTeamPermissionsInCollection"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions/teams/{teamId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeTeamFromCollection"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateTeamPermissionInCollection"];
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUserPermissionsInCollection"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/permissions/users/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeUserFromCollection"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUserPermissionInCollection"];
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpacesInCollectionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/collections/{collectionId}/transfer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["transferCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/custom-hostnames/{hostname}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCustomHostname"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeCustomHostname"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["dnsRevalidateCustomHostname"];
        readonly trace?: never;
    };
    readonly "/email-domains/{emailDomain}/orgs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationsForEmailDomain"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getIntegrationByName"];
        readonly put?: never;
        readonly post: operations["publishIntegration"];
        readonly delete: operations["unpublishIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/dev": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["setIntegrationDevelopmentMode"];
        readonly post?: never;
        readonly delete: operations["disableIntegrationDevelopmentMode"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/events/{eventId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getIntegrationEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationInstallations"];
        readonly put?: never;
        readonly post: operations["installIntegration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getIntegrationInstallationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["uninstallIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateIntegrationInstallation"];
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}/sites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationInstallationSites"];
        readonly put?: never;
        readonly post: operations["installIntegrationOnSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}/sites/{siteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getIntegrationSiteInstallation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["uninstallIntegrationFromSite"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateIntegrationSiteInstallation"];
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}/spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationInstallationSpaces"];
        readonly put?: never;
        readonly post: operations["installIntegrationOnSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getIntegrationSpaceInstallation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["uninstallIntegrationFromSpace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateIntegrationSpaceInstallation"];
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/installations/{installationId}/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["createIntegrationInstallationToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/render": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["renderIntegrationUIWithGet"];
        readonly put?: never;
        readonly post: operations["renderIntegrationUIWithPost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/sites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationSiteInstallations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listIntegrationSpaceInstallations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/integrations/{integrationName}/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["queueIntegrationTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/org/{organizationId}/imports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listImportRuns"];
        readonly put?: never;
        readonly post: operations["startImportRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/org/{organizationId}/imports/{importRunId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getImportRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/org/{organizationId}/imports/{importRunId}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["cancelImportRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationsForAuthenticatedUser"];
        readonly put?: never;
        readonly post: operations["createOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateOrganizationById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/agent-instructions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationAgentInstructions"];
        readonly put: operations["updateOrganizationAgentInstructions"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/audit-event-actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationAuditEventActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/audit-events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationAuditEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/audit-events/{auditEventId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationAuditEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/change-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listChangeRequestsForOrganization"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/collections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCollectionsInOrganizationById"];
        readonly put?: never;
        readonly post: operations["createCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listConversations"];
        readonly put?: never;
        readonly post: operations["ingestConversation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations-clusters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listConversationsIssuesClusters"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations-clusters/{clusterId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getConversationsIssuesCluster"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations-issues": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listConversationsIssues"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations-issues/{issueId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getConversationIssueById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/conversations/{conversationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getConversationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/installations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationInstallations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/integrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationIntegrations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/integrations/{integrationName}/installation_status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationIntegrationStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/integrations/installations-status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationIntegrationsStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/invites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["inviteUsersToOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/invites/{inviteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["joinOrganizationWithInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/join": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["joinOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/link-invites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOrganizationInviteLinks"];
        readonly put?: never;
        readonly post: operations["createOrganizationInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/link-invites/{inviteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationInviteLink"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteOrganizationInviteById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateOrganizationInviteById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMembersInOrganizationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/members/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMemberInOrganizationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeMemberFromOrganizationById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateMemberInOrganizationById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/members/{userId}/spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpacesForOrganizationMember"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/members/{userId}/sso": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["setUserAsSSOMemberForOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/members/{userId}/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTeamsForOrganizationMember"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/oidc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOIDCProvidersInOrganization"];
        readonly put?: never;
        readonly post: operations["createOIDCProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/oidc/{oidcProviderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOIDCProvider"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteOIDCProvider"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateOIDCProvider"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOpenAPISpecs"];
        readonly put?: never;
        readonly post: operations["createOpenAPISpec"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOpenAPISpecBySlug"];
        readonly put: operations["createOrUpdateOpenAPISpecBySlug"];
        readonly post?: never;
        readonly delete: operations["deleteOpenAPISpecBySlug"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateOpenAPISpecBySlug"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listOpenAPISpecVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOpenAPISpecVersionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOpenAPISpecVersionContentById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}/versions/latest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getLatestOpenAPISpecVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getLatestOpenAPISpecVersionContent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["updateOrganizationMemberLastSeenAt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/saml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSAMLProvidersInOrganizationById"];
        readonly put?: never;
        readonly post: operations["createOrganizationSAMLProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/saml/{samlProviderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOrganizationSAMLProviderById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteOrganizationSAMLProvider"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateOrganizationSAMLProvider"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/saml/{samlProviderId}/scim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSCIMProvisioning"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/saml/{samlProviderId}/scim/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["createSCIMToken"];
        readonly delete: operations["deleteSCIMToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["searchOrganizationContent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSites"];
        readonly put?: never;
        readonly post: operations["createSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/adaptive-schema": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteAdaptiveSchema"];
        readonly put: operations["updateSiteAdaptiveSchema"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteAdaptiveTemplateConditions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/customization": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteCustomizationById"];
        readonly put: operations["updateSiteCustomizationById"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/feedback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteFeedback"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/insights/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["trackEventsInSiteById"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/integration-scripts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteIntegrationScripts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/integrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteIntegrations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/permissions/aggregate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPermissionsAggregateInSite"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/publish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["publishSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/published": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPublishedContentSite"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/publishing/auth": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSitePublishingAuthById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSitePublishingAuthById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["regenerateSitePublishingAuthById"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/publishing/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSitePublishingPreviewById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/redirect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteRedirectBySource"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/redirects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteRedirects"];
        readonly put: operations["bulkUpsertSiteRedirects"];
        readonly post: operations["createSiteRedirect"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteRedirectById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteRedirectById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["searchSiteContent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/section-groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteSectionGroups"];
        readonly put?: never;
        readonly post: operations["addSectionGroupToSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteSectionGroupById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteSectionGroupById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveSiteSectionGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["addSectionToGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeSectionFromGroup"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/sections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteSections"];
        readonly put?: never;
        readonly post: operations["addSectionToSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteSectionById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteSectionById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveSiteSection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/share-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteShareLinks"];
        readonly put?: never;
        readonly post: operations["createSiteShareLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteShareLinkById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteShareLinkById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/site-spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSiteSpaces"];
        readonly put?: never;
        readonly post: operations["addSpaceToSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteSpaceById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSiteSpaceById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteSpaceCustomizationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSiteSpaceCustomizationById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["overrideSiteSpaceCustomizationById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveSiteSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/structure": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSiteStructure"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/structure/sort": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["sortSiteStructure"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sites/{siteId}/unpublish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["unpublishSite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/spaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpacesInOrganizationById"];
        readonly put?: never;
        readonly post: operations["createSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/sso": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSSOProviderLoginsInOrganization"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/storage/upload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["generateStorageUploadURL"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTeamsInOrganizationById"];
        readonly put: operations["createOrganizationTeam"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/teams/{teamId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getTeamInOrganizationById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeTeamFromOrganizationById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateTeamInOrganizationById"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/teams/{teamId}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTeamMembersInOrganizationById"];
        readonly put: operations["updateMembersInOrganizationTeam"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/teams/{teamId}/members/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["addMemberToOrganizationTeamById"];
        readonly post?: never;
        readonly delete: operations["deleteMemberFromOrganizationTeamById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/translations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTranslations"];
        readonly put?: never;
        readonly post: operations["createTranslation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/translations-glossary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listGlossaryEntries"];
        readonly put: operations["updateGlossaryEntries"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/translations-glossary/{glossaryEntryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getGlossaryEntry"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/translations/{translationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getTranslation"];
        readonly put: operations["updateTranslation"];
        readonly post?: never;
        readonly delete: operations["deleteTranslation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/translations/{translationId}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["runTranslation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["redeliverWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["pingWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{organizationId}/webhooks/{webhookId}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSpaceById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSpaceById"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSpaceById"];
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listChangeRequestsForSpace"];
        readonly put?: never;
        readonly post: operations["createChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getChangeRequestById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateChangeRequestById"];
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getChangeRequestChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/commenters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentersInChangeRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentsInChangeRequest"];
        readonly put?: never;
        readonly post: operations["postCommentInChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCommentInChangeRequest"];
        readonly put: operations["updateCommentInChangeRequest"];
        readonly post?: never;
        readonly delete: operations["deleteCommentInChangeRequest"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentRepliesInChangeRequest"];
        readonly put?: never;
        readonly post: operations["postCommentReplyInChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCommentReplyInChangeRequest"];
        readonly put: operations["updateCommentReplyInChangeRequest"];
        readonly post?: never;
        readonly delete: operations["deleteCommentReplyInChangeRequest"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getRevisionOfChangeRequestById"];
        readonly put?: never;
        readonly post: operations["updateChangeRequestContent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listFilesInChangeRequestById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getFileInChangeRequestById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listChangeRequestFileBacklinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageInChangeRequestById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listChangeRequestPageBacklinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPageLinksInChangeRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPagesInChangeRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageInChangeRequestByPath"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReusableContentInChangeRequestById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/contributors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getContributorsByChangeRequestId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listChangeRequestLinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mergeChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getChangeRequestPDF"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getRequestedReviewersByChangeRequestId"];
        readonly put?: never;
        readonly post: operations["requestReviewersForChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeRequestedReviewerFromChangeRequest"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/reviews": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReviewsByChangeRequestId"];
        readonly put?: never;
        readonly post: operations["submitChangeRequestReview"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getChangeRequestReviewById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listRevisionsForChangeRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/change-requests/{changeRequestId}/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["updateChangeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/commenters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentersInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentsInSpace"];
        readonly put?: never;
        readonly post: operations["postCommentInSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/comments/{commentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCommentInSpace"];
        readonly put: operations["updateCommentInSpace"];
        readonly post?: never;
        readonly delete: operations["deleteCommentInSpace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/comments/{commentId}/replies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCommentRepliesInSpace"];
        readonly put?: never;
        readonly post: operations["postCommentReplyInSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCommentReplyInSpace"];
        readonly put: operations["updateCommentReplyInSpace"];
        readonly post?: never;
        readonly delete: operations["deleteCommentReplyInSpace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getCurrentRevision"];
        readonly put?: never;
        readonly post: operations["updateSpaceContent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/computed/document": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["getComputedDocument"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/computed/revision": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["getComputedRevision"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listFiles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/files/{fileId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getFileById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/files/{fileId}/backlinks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpaceFileBacklinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/page/{pageId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/page/{pageId}/backlinks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpacePageBacklinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/page/{pageId}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPageLinksInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/pages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPages"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/path/{pagePath}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageByPath"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/reusable-contents/{reusableContentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReusableContentById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/content/template": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["applyTemplateToSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/documents/{documentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getDocumentById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/duplicate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["duplicateSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/embed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getEmbedByUrlInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["uploadFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/git/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["exportToGitRepository"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/git/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importGitRepository"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/git/info": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSpaceGitInfo"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/git/operation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSpaceGitOperation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/integration-blocks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpaceIntegrationsBlocks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/integrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpaceIntegrations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSpaceLinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSpacePDF"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["inviteToSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions/aggregate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPermissionsAggregateInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTeamPermissionsInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions/teams/{teamId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeTeamFromSpace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateTeamPermissionInSpace"];
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUserPermissionsInSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/permissions/users/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeUserFromSpace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUserPermissionInSpace"];
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listRevisionsForSpace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getRevisionSemanticChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listFilesInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getFileInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageDocumentInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listRevisionPageMetaLinks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/pages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPagesInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPageInRevisionByPath"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReusableContentInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReusableContentDocumentInRevisionById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/revisions/{revisionId}/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rollbackSpaceContent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["searchSpaceContent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/spaces/{spaceId}/transfer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["transferSpace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/subdomains/{subdomain}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSubdomain"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/templates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTemplates"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/urls/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getContentByUrl"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/urls/embed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getEmbedByUrl"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/urls/published": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPublishedContentByUrl"];
        readonly put?: never;
        readonly post: operations["resolvePublishedContentByUrl"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getAuthenticatedUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/notification-settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUserNotificationSettings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUserNotificationSettings"];
        readonly trace?: never;
    };
    readonly "/user/notifications": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUserNotifications"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/notifications/{notificationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUserNotification"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUserNotification"];
        readonly trace?: never;
    };
    readonly "/user/notifications/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["readUserNotifications"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUserSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteUserSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteUserSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUserTokens"];
        readonly put?: never;
        readonly post: operations["createUserToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/tokens/{tokenId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUserToken"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteUserToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{userId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUserById"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUserById"];
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AgentInstructions: {
            readonly instructions: components["schemas"]["Document"];
            /** @constant */
            readonly object: "agent-instructions";
            /** Format: date-time */
            readonly updatedAt: string;
            readonly updatedBy: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly AuditEvent: {
            readonly action: string;
            readonly actor: {
                readonly id: string;
                readonly label?: string;
                /** @enum {string} */
                readonly type: "user" | "integration" | "installation" | "system" | "support";
            };
            /** Format: uuid */
            readonly id: string;
            /** @constant */
            readonly object: "audit-event";
            /** Format: date-time */
            readonly occurredAt: string;
            /** @enum {string} */
            readonly source: "ui" | "api" | "integration" | "webhook" | "workflow" | "script" | "support";
            readonly target: {
                readonly id: string;
                readonly label?: string;
                readonly type: string;
            };
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly ChangeRequest: {
            readonly comments: number;
            readonly conversationsIssuesCluster?: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly createdBy: components["schemas"]["User"];
            readonly description?: components["schemas"]["Document"];
            readonly id: string;
            readonly number: number;
            /** @constant */
            readonly object: "change-request";
            readonly outdated: boolean;
            readonly revision: string;
            readonly revisionInitial: string;
            readonly revisionMerged?: string;
            readonly revisionMergedAncestor?: string;
            readonly space: string;
            /** @enum {string} */
            readonly status: "draft" | "open" | "archived" | "merged";
            readonly subject: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: components["schemas"]["Object32"];
        };
        readonly ChangeRequestRequestedReviewer: {
            /** Format: date-time */
            readonly createdAt: string;
            /** @constant */
            readonly kind: "user";
            /** @constant */
            readonly object: "change-request-requested-reviewer";
            readonly requestedBy: components["schemas"]["User"];
            readonly revision: string;
            readonly user: components["schemas"]["User"];
        };
        readonly ChangeRequestReview: {
            readonly comment?: components["schemas"]["Comment"];
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            /** @constant */
            readonly object: "change-request-review";
            readonly outdated: boolean;
            readonly requestedBy?: components["schemas"]["User"];
            readonly reviewer: components["schemas"]["User"];
            readonly revision: string;
            /** @enum {string} */
            readonly status: "changes-requested" | "approved";
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Collection: {
            readonly defaultLevel: ("admin" | "create" | "review" | "edit" | "comment" | "read") | "inherit" | null;
            readonly description?: string;
            readonly id: string;
            /** @constant */
            readonly object: "collection";
            readonly organization: string;
            readonly parent?: string;
            readonly permissions: {
                readonly admin: boolean;
                readonly create: boolean;
                readonly view: boolean;
                readonly viewInviteLinks: boolean;
            };
            readonly title: string;
            readonly urls: components["schemas"]["Object7"];
        };
        readonly Comment: {
            readonly body: {
                readonly markdown: string;
            } | components["schemas"]["Object24"];
            /** Format: date-time */
            readonly editedAt?: string;
            readonly id: string;
            /** @constant */
            readonly object: "comment";
            readonly permissions: {
                readonly delete: boolean;
                readonly edit: boolean;
                readonly reply: boolean;
                readonly view: boolean;
            };
            /** Format: date-time */
            readonly postedAt: string;
            readonly postedBy: components["schemas"]["User"];
            readonly reactions: readonly components["schemas"]["Object48"][];
            readonly repliers: readonly {
                readonly count: number;
                /** Format: date-time */
                readonly updatedAt: string;
                readonly user: components["schemas"]["User"];
            }[];
            readonly replies: number;
            /** Format: date-time */
            readonly resolvedAt?: string;
            readonly resolvedBy?: components["schemas"]["User"];
            /** @enum {string} */
            readonly status: "open" | "resolved";
            readonly target: {
                readonly changeRequest?: string;
                /** @enum {string} */
                readonly gone?: "page" | "node";
                readonly node?: {
                    readonly id: string;
                };
                readonly page?: {
                    readonly id: string;
                };
                readonly place?: {
                    readonly after?: string;
                    readonly index: number;
                };
                readonly review?: string;
                readonly revision: string;
                readonly space: string;
                readonly tableCell?: {
                    readonly definition: string;
                    readonly record: string;
                };
            };
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly CommentReply: {
            readonly body: {
                readonly markdown: string;
            } | components["schemas"]["Object24"];
            /** Format: date-time */
            readonly editedAt?: string;
            readonly id: string;
            /** @constant */
            readonly object: "comment-reply";
            readonly permissions: {
                readonly delete: boolean;
                readonly edit: boolean;
                readonly reply: boolean;
                readonly view: boolean;
            };
            /** Format: date-time */
            readonly postedAt: string;
            readonly postedBy: components["schemas"]["User"];
            readonly reactions: readonly components["schemas"]["Object48"][];
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Conversation: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            /** @constant */
            readonly object: "conversation";
            /** Format: date-time */
            readonly processedAt?: string;
            readonly source: string | "email";
            readonly subject?: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
                /** Format: uri */
                readonly source?: string;
            };
        };
        readonly CreatedPage: {
            /** @constant */
            readonly object: "created_page";
            readonly page: components["schemas"]["Page"];
            readonly ref?: string;
        };
        readonly Document: {
            readonly data: {
                readonly schemaVersion?: number;
            };
            readonly nodes: readonly {
                readonly data?: Record<string, never>;
                readonly isVoid?: boolean;
                readonly key?: string;
                readonly nodes?: readonly Record<string, never>[];
                /** @enum {string} */
                readonly object: "block" | "inline" | "fragment";
                readonly type: string;
            }[];
            /** @constant */
            readonly object: "document";
        };
        readonly GlossaryEntry: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            /** @constant */
            readonly object: "glossary-entry";
            readonly translations: {
                readonly ar?: string;
                readonly bg?: string;
                readonly cs?: string;
                readonly da?: string;
                readonly de?: string;
                readonly el?: string;
                readonly en?: string;
                readonly es?: string;
                readonly et?: string;
                readonly fi?: string;
                readonly fr?: string;
                readonly he?: string;
                readonly hi?: string;
                readonly hr?: string;
                readonly hu?: string;
                readonly id?: string;
                readonly it?: string;
                readonly ja?: string;
                readonly ko?: string;
                readonly lt?: string;
                readonly lv?: string;
                readonly ms?: string;
                readonly nl?: string;
                readonly no?: string;
                readonly pl?: string;
                readonly pt?: string;
                readonly "pt-br"?: string;
                readonly ro?: string;
                readonly ru?: string;
                readonly sk?: string;
                readonly sl?: string;
                readonly sv?: string;
                readonly th?: string;
                readonly tr?: string;
                readonly uk?: string;
                readonly vi?: string;
                readonly yue?: string;
                readonly zh?: string;
            };
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly ImportRun: {
            /** Format: date-time */
            readonly completedAt?: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly createdBy: string;
            readonly id: string;
            /** @constant */
            readonly object: "import-run";
            readonly progress?: {
                readonly done: number;
                /** @enum {string} */
                readonly stage: "fetch" | "convert" | "write";
                readonly total: number;
            };
            readonly reason?: string;
            readonly source: {
                /** @constant */
                readonly type: "website";
                /** Format: uri */
                readonly url: string;
            } | components["schemas"]["Object58"];
            /** Format: date-time */
            readonly startedAt?: string;
            /** @enum {string} */
            readonly status: "pending" | "in-progress" | "completed" | "failed" | "cancelled";
            readonly target: components["schemas"]["Object59"];
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Integration: {
            readonly blocks?: readonly components["schemas"]["Object86"][];
            readonly categories: readonly ("analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other")[];
            readonly configurations?: components["schemas"]["Object88"];
            readonly contentSecurityPolicy?: string | components["schemas"]["Object90"];
            readonly contentSources?: readonly components["schemas"]["Object87"][];
            readonly description: string;
            readonly externalLinks: readonly {
                readonly label: string;
                /** Format: uri */
                readonly url: string;
            }[];
            readonly name: string;
            /** @constant */
            readonly object: "integration";
            readonly owner: components["schemas"]["Organization"];
            readonly permissions: {
                readonly admin: boolean;
            };
            readonly previewImages: readonly string[];
            readonly scopes: readonly ("space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:git:sync" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest")[];
            readonly summary?: string;
            /** @enum {string} */
            readonly target: "all" | "site" | "space" | "organization";
            readonly title: string;
            readonly urls: {
                /** Format: uri */
                readonly app: string;
                /** Format: uri */
                readonly assets: string;
                /** Format: uri */
                readonly icon?: string;
                /** Format: uri */
                readonly location: string;
                /** Format: uri */
                readonly publicContentEndpoint: string;
                /** Format: uri */
                readonly publicEndpoint: string;
            };
            readonly verified: boolean;
            readonly version: number;
            /** @enum {string} */
            readonly visibility: "public" | "private" | "unlisted";
        };
        readonly Invite: {
            readonly id: string;
            /** @constant */
            readonly object: "invite";
            readonly redundant: boolean;
            readonly role: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
        };
        readonly Invite2: {
            readonly id: string;
            readonly level: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            /** @constant */
            readonly object: "invite";
            readonly redundant: boolean;
            readonly space: components["schemas"]["Space"];
        };
        readonly Invite3: {
            readonly collection: components["schemas"]["Collection"];
            readonly id: string;
            readonly level: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            /** @constant */
            readonly object: "invite";
            readonly redundant: boolean;
        };
        readonly IssuesCluster: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly icon: string;
            readonly id: string;
            readonly label: string;
            /** @constant */
            readonly object: "issues-cluster";
            readonly sources: {
                readonly [key: string]: number;
            };
            readonly stats: {
                readonly conversations: number;
                readonly issues: number;
                readonly tasksBacklog: number;
                readonly tasksCancelled: number;
                readonly tasksCompleted: number;
                readonly tasksStarted: number;
                readonly tasksTotal: number;
            };
            readonly summary: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: components["schemas"]["Object7"];
            readonly weeklyPulse: readonly number[];
        };
        readonly Member: {
            readonly disabled: boolean;
            readonly id: string;
            /** Format: date-time */
            readonly joinedAt: string;
            /** Format: date-time */
            readonly lastSeenAt?: string;
            /** @constant */
            readonly object: "member";
            readonly role: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            readonly spaces: number;
            readonly sso: boolean;
            readonly teams: number;
            readonly user: components["schemas"]["User"];
        };
        readonly Notification: {
            readonly actor?: components["schemas"]["User"];
            readonly changeRequest?: {
                readonly id: string;
                readonly number: number;
                readonly subject: string;
            };
            readonly comment?: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly excerpt?: string;
            readonly id: string;
            /** @enum {string} */
            readonly kind: "mention" | "reply" | "comment" | "review-requested" | "review-submitted" | "change-request-merged";
            /** @constant */
            readonly object: "notification";
            readonly organization: string;
            readonly page?: string;
            /** Format: date-time */
            readonly readAt?: string;
            readonly reply?: string;
            readonly review?: {
                readonly id: string;
                /** @enum {string} */
                readonly status?: "changes-requested" | "approved";
            };
            readonly space: {
                readonly id: string;
                readonly title: string;
            };
            /** @enum {string} */
            readonly status: "unread" | "read";
            readonly urls: components["schemas"]["Object7"];
        };
        readonly NotificationSettings: {
            readonly emailAvailable: boolean;
            readonly kinds: {
                readonly "change-request-merged": {
                    readonly app: boolean;
                    readonly email: boolean;
                };
                readonly comment: {
                    readonly app: boolean;
                    readonly email: boolean;
                };
                readonly mention: {
                    readonly app: boolean;
                    readonly email: boolean;
                };
                readonly reply: {
                    readonly app: boolean;
                    readonly email: boolean;
                };
                readonly "review-requested": {
                    readonly app: boolean;
                    readonly email: boolean;
                };
                readonly "review-submitted": {
                    readonly app: boolean;
                    readonly email: boolean;
                };
            };
            /** @constant */
            readonly object: "notification-settings";
        };
        readonly Object: {
            readonly rules: readonly ({
                /** @enum {string} */
                readonly rule: "require_specific_reviewers" | "require_one_of_specific_reviewers" | "allow_bypass";
                readonly users: readonly string[];
            } | {
                /** @enum {string} */
                readonly rule: "require_at_least_one_review" | "require_all_reviews_approved" | "require_agent_review" | "require_up_to_date_change_request" | "require_change_request_subject" | "require_change_request_description";
            } | {
                readonly expression: string;
                /** @constant */
                readonly rule: "custom";
            })[];
            /** @constant */
            readonly type: "rules";
        };
        readonly Object2: {
            readonly instructions: components["schemas"]["Document"];
        };
        readonly Object3: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Member"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object4: {
            readonly role: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            readonly teams?: readonly string[];
            readonly users?: readonly string[];
        };
        readonly Object5: {
            readonly count: number;
            readonly items: readonly {
                /** @enum {string} */
                readonly permission: "admin" | "create" | "review" | "edit" | "comment" | "read";
                readonly user: components["schemas"]["User"];
            }[];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object6: {
            readonly count: number;
            readonly items: readonly {
                /** @enum {string} */
                readonly permission: "admin" | "create" | "review" | "edit" | "comment" | "read";
                readonly team: components["schemas"]["Team"];
            }[];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object7: {
            /** Format: uri */
            readonly app: string;
            /** Format: uri */
            readonly location: string;
        };
        readonly Object8: {
            readonly parent?: string | null;
            readonly position?: {
                readonly after?: {
                    readonly space: string;
                    /** @constant */
                    readonly type: "space";
                } | {
                    readonly collection: string;
                    /** @constant */
                    readonly type: "collection";
                };
                readonly before?: {
                    readonly space: string;
                    /** @constant */
                    readonly type: "space";
                } | {
                    readonly collection: string;
                    /** @constant */
                    readonly type: "collection";
                };
            };
        };
        readonly Object9: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Space"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object10: {
            /** @enum {string} */
            readonly installationProvider?: "github" | "gitlab" | "github-legacy";
            readonly integration?: string;
            readonly repoName?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
            readonly url?: string;
        };
        readonly Object11: {
            readonly id: string;
            readonly params?: components["schemas"]["Object12"];
        };
        readonly Object12: {
            readonly contentRefs?: {
                readonly [key: string]: {
                    /** @constant */
                    readonly kind: "url";
                    readonly url: string;
                } | {
                    readonly file: string;
                    /** @constant */
                    readonly kind: "file";
                    readonly space?: string;
                } | {
                    /** @constant */
                    readonly kind: "page";
                    readonly page: string;
                    readonly space?: string;
                } | components["schemas"]["Object13"] | {
                    /** @constant */
                    readonly kind: "space";
                    readonly space: string;
                } | {
                    readonly collection: string;
                    /** @constant */
                    readonly kind: "collection";
                } | {
                    /** @constant */
                    readonly kind: "user";
                    readonly user: string;
                } | components["schemas"]["Object14"] | {
                    /** @constant */
                    readonly kind: "openapi";
                    readonly spec: string;
                };
            };
        };
        readonly Object13: {
            readonly anchor: string;
            /** @constant */
            readonly kind: "anchor";
            readonly page?: string;
            readonly space?: string;
        };
        readonly Object14: {
            /** @constant */
            readonly kind: "reusable-content";
            readonly reusableContent: string;
            readonly space?: string;
        };
        readonly Object15: {
            readonly contentType: string;
            readonly dimensions?: {
                readonly height: number;
                readonly width: number;
            };
            /** Format: uri */
            readonly downloadURL: string;
            readonly git?: {
                readonly oid: string;
                readonly path: string;
            };
            readonly id: string;
            readonly name: string;
            readonly size: number;
        };
        readonly Object16: {
            readonly document?: string;
            readonly git?: {
                readonly oid: string;
                readonly path: string;
            };
            readonly id: string;
            readonly title: string;
        };
        readonly Object17: {
            readonly changed?: unknown;
            readonly field: string;
            readonly id: string;
            /** @enum {string} */
            readonly kind: "page" | "file" | "reusable-content" | "variable";
            readonly primary?: unknown;
        };
        readonly Object18: {
            readonly changes: readonly ({
                readonly at?: number;
                readonly computed?: components["schemas"]["Object21"] | components["schemas"]["Object23"];
                readonly condition?: string | null;
                readonly cover?: components["schemas"]["Object20"] | null;
                readonly description?: string | null;
                readonly document?: {
                    readonly markdown: string;
                } | components["schemas"]["Object24"] | Record<string, never>;
                readonly emoji?: string | null;
                readonly hidden?: boolean | null;
                readonly icon?: string | null;
                readonly into?: string | null;
                readonly layout?: components["schemas"]["Object19"] | null;
                readonly linkTitle?: string | null;
                readonly noIndex?: boolean | null;
                readonly noRobotsIndex?: boolean | null;
                /** @constant */
                readonly operation: "insert_page";
                readonly ref?: string;
                readonly slug?: string | null;
                readonly target?: {
                    /** @constant */
                    readonly kind: "url";
                    readonly url: string;
                } | {
                    readonly file: string;
                    /** @constant */
                    readonly kind: "file";
                    readonly space?: string;
                } | {
                    /** @constant */
                    readonly kind: "page";
                    readonly page: string;
                    readonly space?: string;
                } | components["schemas"]["Object13"] | {
                    /** @constant */
                    readonly kind: "space";
                    readonly space: string;
                } | {
                    readonly collection: string;
                    /** @constant */
                    readonly kind: "collection";
                } | {
                    /** @constant */
                    readonly kind: "user";
                    readonly user: string;
                } | components["schemas"]["Object14"] | {
                    /** @constant */
                    readonly kind: "openapi";
                    readonly spec: string;
                };
                readonly title?: string;
                /** @enum {string} */
                readonly type?: "document" | "group" | "link" | "computed";
                readonly variables?: {
                    readonly [key: string]: string | number | boolean;
                } | null;
            } | {
                readonly at?: number;
                readonly condition?: string | null;
                readonly cover?: components["schemas"]["Object20"] | null;
                readonly description?: string | null;
                readonly document?: {
                    readonly markdown: string;
                } | components["schemas"]["Object24"] | Record<string, never>;
                readonly emoji?: string | null;
                readonly hidden?: boolean | null;
                readonly icon?: string | null;
                readonly into?: string | null;
                readonly layout?: components["schemas"]["Object19"] | null;
                readonly linkTitle?: string | null;
                readonly noIndex?: boolean | null;
                readonly noRobotsIndex?: boolean | null;
                /** @constant */
                readonly operation: "update_page";
                readonly page: string;
                readonly slug?: string | null;
                readonly target?: {
                    /** @constant */
                    readonly kind: "url";
                    readonly url: string;
                } | {
                    readonly file: string;
                    /** @constant */
                    readonly kind: "file";
                    readonly space?: string;
                } | {
                    /** @constant */
                    readonly kind: "page";
                    readonly page: string;
                    readonly space?: string;
                } | components["schemas"]["Object13"] | {
                    /** @constant */
                    readonly kind: "space";
                    readonly space: string;
                } | {
                    readonly collection: string;
                    /** @constant */
                    readonly kind: "collection";
                } | {
                    /** @constant */
                    readonly kind: "user";
                    readonly user: string;
                } | components["schemas"]["Object14"] | {
                    /** @constant */
                    readonly kind: "openapi";
                    readonly spec: string;
                };
                readonly title?: string;
                readonly variables?: {
                    readonly [key: string]: string | number | boolean;
                } | null;
            } | {
                /** @constant */
                readonly operation: "delete_page";
                readonly page: string;
            } | {
                readonly block?: readonly string[];
                /** @constant */
                readonly operation: "revert_page";
                readonly page: string;
                readonly revision?: string;
            } | {
                /** @constant */
                readonly operation: "set_variables";
                readonly variables: {
                    readonly [key: string]: unknown;
                };
            } | {
                readonly document?: {
                    readonly markdown: string;
                } | components["schemas"]["Object24"] | Record<string, never>;
                /** @constant */
                readonly operation: "insert_reusable_content";
                readonly ref?: string;
                readonly title: string;
            } | {
                readonly document?: {
                    readonly markdown: string;
                } | components["schemas"]["Object24"] | Record<string, never>;
                /** @constant */
                readonly operation: "update_reusable_content";
                readonly reusableContent: string;
                readonly title?: string;
            } | {
                /** @constant */
                readonly operation: "delete_reusable_content";
                readonly reusableContent: string;
            } | {
                readonly files: readonly {
                    readonly base64?: string;
                    readonly contentType?: string;
                    readonly name: string;
                    readonly ref?: string;
                    /** Format: uri */
                    readonly url?: string;
                }[];
                /** @constant */
                readonly operation: "insert_files";
            } | {
                readonly base64?: string;
                readonly contentType?: string;
                readonly file: string;
                readonly name?: string;
                /** @constant */
                readonly operation: "update_file";
                /** Format: uri */
                readonly url?: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly operation: "delete_file";
            } | {
                readonly field: string;
                readonly id: string;
                /** @enum {string} */
                readonly keep: "primary" | "changed";
                /** @enum {string} */
                readonly kind: "page" | "file" | "reusable-content" | "variable";
                /** @constant */
                readonly operation: "resolve_conflict";
            })[];
        };
        readonly Object19: {
            readonly cover?: boolean;
            /** @enum {string} */
            readonly coverSize?: "hero" | "full";
            readonly description?: boolean;
            readonly metadata?: boolean;
            readonly outline?: boolean;
            readonly pagination?: boolean;
            readonly tableOfContents?: boolean;
            readonly title?: boolean;
            /** @enum {string} */
            readonly width?: "default" | "wide";
        };
        readonly Object20: {
            readonly height?: number;
            readonly ref?: {
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly kind: "file";
                readonly space?: string;
            };
            readonly refDark?: {
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly kind: "file";
                readonly space?: string;
            };
            readonly yPos: number;
        };
        readonly Object21: {
            readonly dependencies: components["schemas"]["Object22"];
            readonly props: {
                readonly downloadLink?: boolean;
                /** @enum {string} */
                readonly grouping?: "by-tag" | "by-operation";
                readonly models: boolean;
            };
            /** @constant */
            readonly type: "builtin:openapi";
        };
        readonly Object22: {
            readonly spec: {
                readonly ref: {
                    /** @constant */
                    readonly kind: "openapi";
                    readonly spec: string;
                };
            };
        };
        readonly Object23: {
            readonly dependencies?: {
                readonly [key: string]: {
                    readonly ref: {
                        /** @constant */
                        readonly kind: "space";
                        readonly space: string;
                    } | {
                        /** @constant */
                        readonly kind: "openapi";
                        readonly spec: string;
                    };
                };
            };
            readonly props: {
                readonly [key: string]: string | boolean | number | {
                    readonly [key: string]: string | boolean | number | {
                        readonly [key: string]: string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        } | readonly (string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        })[];
                    } | readonly (string | boolean | number | {
                        readonly [key: string]: string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        } | readonly (string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        })[];
                    })[];
                } | readonly (string | boolean | number | {
                    readonly [key: string]: string | boolean | number | {
                        readonly [key: string]: string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        } | readonly (string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        })[];
                    } | readonly (string | boolean | number | {
                        readonly [key: string]: string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        } | readonly (string | boolean | number | {
                            readonly [key: string]: string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            } | readonly (string | boolean | number | {
                                readonly [key: string]: string | boolean | number | readonly (string | boolean | number)[];
                            })[];
                        })[];
                    })[];
                })[];
            };
            readonly type: string;
        };
        readonly Object24: {
            readonly document: components["schemas"]["Document"];
        };
        readonly Object25: {
            readonly pages: readonly ({
                readonly id: string;
                readonly title: string;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            })[];
        };
        readonly Object26: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Object15"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object27: {
            readonly computed?: {
                readonly [key: string]: unknown;
            };
            readonly computedSeed?: string;
            readonly conflicts?: readonly components["schemas"]["Object17"][];
            readonly cover?: {
                readonly [key: string]: unknown;
            };
            /** Format: date-time */
            readonly createdAt?: string;
            readonly description?: string;
            readonly document?: components["schemas"]["Document"];
            readonly documentId?: string;
            readonly emoji?: string;
            readonly git?: {
                readonly oid: string;
                readonly path: string;
            };
            readonly hidden?: boolean;
            readonly icon?: string;
            readonly id: string;
            /** @constant */
            readonly kind: "sheet";
            readonly layout: {
                readonly [key: string]: unknown;
            };
            readonly linkTitle?: string;
            readonly markdown?: string;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly pages: readonly ({
                readonly id: string;
                readonly title: string;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly path: string;
            readonly slug: string;
            readonly title: string;
            /** @constant */
            readonly type: "document";
            /** Format: date-time */
            readonly updatedAt?: string;
            readonly urls: {
                /** Format: uri */
                readonly app: string;
            };
            readonly variables?: {
                readonly [key: string]: unknown;
            };
        };
        readonly Object28: {
            readonly conflicts?: readonly components["schemas"]["Object17"][];
            /** Format: date-time */
            readonly createdAt?: string;
            readonly emoji?: string;
            readonly hidden?: boolean;
            readonly icon?: string;
            readonly id: string;
            /** @constant */
            readonly kind: "group";
            readonly linkTitle?: string;
            readonly noIndex?: boolean;
            readonly noRobotsIndex?: boolean;
            readonly pages: readonly ({
                readonly id: string;
                readonly title: string;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly path: string;
            readonly slug: string;
            readonly title: string;
            /** @constant */
            readonly type: "group";
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        readonly Object29: {
            readonly conflicts?: readonly components["schemas"]["Object17"][];
            /** Format: date-time */
            readonly createdAt?: string;
            readonly emoji?: string;
            readonly hidden?: boolean;
            readonly href?: string;
            readonly icon?: string;
            readonly id: string;
            /** @constant */
            readonly kind: "link";
            readonly linkTitle?: string;
            readonly target: {
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly kind: "file";
                readonly space?: string;
            } | {
                /** @constant */
                readonly kind: "page";
                readonly page: string;
                readonly space?: string;
            } | components["schemas"]["Object13"] | {
                /** @constant */
                readonly kind: "space";
                readonly space: string;
            } | {
                readonly collection: string;
                /** @constant */
                readonly kind: "collection";
            } | {
                /** @constant */
                readonly kind: "user";
                readonly user: string;
            } | components["schemas"]["Object14"] | {
                /** @constant */
                readonly kind: "openapi";
                readonly spec: string;
            };
            readonly title: string;
            /** @constant */
            readonly type: "link";
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        readonly Object30: {
            readonly computed: {
                readonly [key: string]: unknown;
            };
            readonly conflicts?: readonly components["schemas"]["Object17"][];
            /** Format: date-time */
            readonly createdAt?: string;
            readonly emoji?: string;
            readonly icon?: string;
            readonly id: string;
            readonly linkTitle?: string;
            readonly title: string;
            /** @constant */
            readonly type: "computed";
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        readonly Object31: {
            readonly count: number;
            readonly items: readonly {
                /** Format: date-time */
                readonly createdAt: string;
                readonly createdBy: components["schemas"]["User"];
                readonly id: string;
                readonly mergedFrom?: {
                    readonly id: string;
                    readonly number: number;
                    readonly subject: string;
                };
                readonly message?: string;
                /** @constant */
                readonly object: "revision";
                readonly parents: readonly string[];
                /** @enum {string} */
                readonly type: "edits" | "merge" | "rollback" | "update" | "computed";
                readonly urls: components["schemas"]["Object32"];
            }[];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object32: {
            /** Format: uri */
            readonly app: string;
            /** Format: uri */
            readonly location: string;
        };
        readonly Object33: {
            readonly changes: readonly ({
                readonly page: components["schemas"]["Object34"];
                /** @enum {string} */
                readonly type: "page_created" | "page_deleted";
            } | {
                readonly attributes: {
                    readonly [key: string]: {
                        readonly after?: unknown;
                        readonly before?: unknown;
                    };
                };
                readonly page: components["schemas"]["Object34"];
                /** @constant */
                readonly type: "page_edited";
            } | {
                readonly page: components["schemas"]["Object34"];
                readonly parent: {
                    readonly after?: components["schemas"]["Object34"];
                    readonly before?: components["schemas"]["Object34"];
                };
                /** @constant */
                readonly type: "page_moved";
            } | {
                readonly file: components["schemas"]["Object35"];
                /** @enum {string} */
                readonly type: "file_created" | "file_deleted";
            } | {
                readonly attributes: {
                    readonly [key: string]: {
                        readonly after?: unknown;
                        readonly before?: unknown;
                    };
                };
                readonly file: components["schemas"]["Object35"];
                /** @constant */
                readonly type: "file_edited";
            } | {
                readonly reusableContent: {
                    readonly document?: string;
                    readonly id: string;
                    readonly title: string;
                };
                /** @enum {string} */
                readonly type: "reusable_content_created" | "reusable_content_deleted";
            } | {
                readonly attributes: {
                    readonly [key: string]: {
                        readonly after?: unknown;
                        readonly before?: unknown;
                    };
                };
                readonly reusableContent: {
                    readonly document?: string;
                    readonly id: string;
                    readonly title: string;
                };
                /** @constant */
                readonly type: "reusable_content_edited";
            } | {
                /** @constant */
                readonly type: "variables_edited";
                readonly variables: {
                    readonly [key: string]: {
                        readonly after?: unknown;
                        readonly before?: unknown;
                    };
                };
            })[];
            readonly mergedFrom?: {
                readonly id: string;
            } & {
                readonly [key: string]: unknown;
            };
            readonly more?: number;
        };
        readonly Object34: {
            readonly id: string;
            readonly path?: string;
            readonly title: string;
            /** @enum {string} */
            readonly type: "document" | "group" | "link" | "computed";
        };
        readonly Object35: {
            readonly contentType: string;
            readonly downloadURL: string;
            readonly id: string;
            readonly name: string;
        };
        readonly Object36: {
            readonly count: number;
            readonly items: readonly {
                readonly locationCount: number;
                readonly locationReferences: readonly ({
                    /** @constant */
                    readonly kind: "url";
                    readonly url: string;
                } | components["schemas"]["Object37"] | components["schemas"]["Object39"] | components["schemas"]["Object40"] | components["schemas"]["Object41"] | components["schemas"]["Object42"])[];
                /** @enum {string} */
                readonly relation: "reference" | "dependsOn";
                /** @enum {string} */
                readonly status: "ok" | "broken" | "in-app";
                readonly targetReference?: {
                    /** @constant */
                    readonly kind: "url";
                    readonly url: string;
                } | components["schemas"]["Object37"] | components["schemas"]["Object39"] | components["schemas"]["Object40"] | components["schemas"]["Object41"] | components["schemas"]["Object42"];
            }[];
            readonly next?: {
                readonly page: string;
            };
            readonly stats: {
                readonly broken: {
                    readonly changeRequest?: number;
                    readonly total: number;
                };
                readonly total: number;
            };
        };
        readonly Object37: {
            readonly internalLocation?: {
                readonly anchor: string;
                /** @constant */
                readonly type: "anchor";
            } | {
                readonly node: string;
                /** @constant */
                readonly type: "node";
            };
            /** @constant */
            readonly kind: "page";
            readonly organization: components["schemas"]["Organization"];
            readonly page: components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
            readonly space: components["schemas"]["Space"];
            readonly versionContext?: components["schemas"]["Object38"];
        };
        readonly Object38: {
            readonly changeRequest: {
                readonly id: string;
            } & {
                readonly [key: string]: unknown;
            };
            /** @constant */
            readonly type: "changeRequest";
        };
        readonly Object39: {
            readonly file: components["schemas"]["Object15"];
            /** @constant */
            readonly kind: "file";
            readonly organization: components["schemas"]["Organization"];
            readonly space: components["schemas"]["Space"];
            readonly versionContext?: components["schemas"]["Object38"];
        };
        readonly Object40: {
            /** @constant */
            readonly kind: "reusable-content";
            readonly organization: components["schemas"]["Organization"];
            readonly reusableContent: components["schemas"]["Object16"];
            readonly space: components["schemas"]["Space"];
            readonly versionContext?: components["schemas"]["Object38"];
        };
        readonly Object41: {
            /** @constant */
            readonly kind: "space";
            readonly organization: components["schemas"]["Organization"];
            readonly space: components["schemas"]["Space"];
        };
        readonly Object42: {
            readonly collection: components["schemas"]["Collection"];
            /** @constant */
            readonly kind: "collection";
            readonly organization: components["schemas"]["Organization"];
        };
        readonly Object43: {
            readonly count: number;
            readonly items: readonly ({
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | components["schemas"]["Object37"] | components["schemas"]["Object39"] | components["schemas"]["Object40"] | components["schemas"]["Object41"] | components["schemas"]["Object42"])[];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object44: {
            readonly html: string;
            readonly icon?: string;
            readonly site: string;
            readonly title: string;
            /** @constant */
            readonly type: "rich";
        };
        readonly Object45: {
            readonly id: string;
            readonly path: string;
            readonly sections?: readonly {
                readonly body: string;
                readonly id: string;
                readonly path: string;
                readonly title: string;
                readonly urls: {
                    /** Format: uri */
                    readonly app: string;
                };
            }[];
            readonly title: string;
            readonly urls: {
                /** Format: uri */
                readonly app: string;
            };
        };
        readonly Object46: {
            readonly count: number;
            readonly items: readonly {
                readonly id: string;
                readonly pages: readonly components["schemas"]["Object45"][];
                readonly title: string;
            }[];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object47: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Comment"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object48: {
            readonly count: number;
            readonly emoji: string;
            readonly users: readonly {
                /** Format: date-time */
                readonly reactedAt: string;
                readonly user: components["schemas"]["User"];
            }[];
        };
        readonly Object49: {
            readonly body: {
                readonly markdown: string;
            } | components["schemas"]["Object24"] | Record<string, never>;
            readonly node?: string;
            readonly page?: string;
            readonly tableCell?: {
                readonly definition: string;
                readonly record: string;
            };
        };
        readonly Object50: {
            readonly addedReactions?: readonly string[];
            readonly body?: {
                readonly markdown: string;
            } | components["schemas"]["Object24"] | Record<string, never>;
            readonly removedReactions?: readonly string[];
            readonly resolved?: boolean;
        };
        readonly Object51: {
            readonly count: number;
            readonly items: readonly components["schemas"]["CommentReply"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object52: {
            readonly body: {
                readonly markdown: string;
            } | components["schemas"]["Object24"] | Record<string, never>;
        };
        readonly Object53: {
            readonly id: string;
            readonly metadata?: components["schemas"]["Object54"];
            readonly parts: readonly components["schemas"]["Object55"][];
            readonly subject?: string;
        };
        readonly Object54: {
            readonly attributes?: {
                readonly [key: string]: string;
            };
            /** Format: date-time */
            readonly createdAt?: string;
            /** Format: uri */
            readonly url?: string;
        };
        readonly Object55: {
            readonly body: string;
            /** @enum {string} */
            readonly role: "user" | "assistant" | "team-member";
            /** @enum {string} */
            readonly type: "message";
        };
        readonly Object56: {
            readonly conversation: components["schemas"]["Conversation"];
            readonly issue: {
                readonly cluster?: string;
                readonly conversation: string;
                /** Format: date-time */
                readonly createdAt: string;
                readonly id: string;
                /** Format: date-time */
                readonly ingestedAt: string;
                /** @constant */
                readonly object: "conversation-issue";
                readonly summary: string;
                readonly title: string;
                readonly urls: {
                    /** Format: uri */
                    readonly location: string;
                };
            };
        };
        readonly Object57: {
            readonly count: number;
            readonly items: readonly components["schemas"]["ChangeRequest"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object58: {
            readonly files: readonly string[];
            /** @constant */
            readonly type: "file";
        };
        readonly Object59: {
            readonly changeRequest?: string;
            readonly page?: string;
            readonly space: string;
        };
        readonly Object60: {
            readonly pages: readonly {
                readonly id: string;
                readonly sourceURL?: string;
                /** @enum {string} */
                readonly status: "complete" | "pending";
                /** @enum {string} */
                readonly type: "page" | "folder";
            }[];
            readonly report: readonly {
                readonly message: string;
                readonly path: string;
            }[];
        };
        readonly Object61: {
            /** Format: uri */
            readonly app: string;
            /** Format: uri */
            readonly location: string;
            /** Format: uri */
            readonly published?: string;
        };
        readonly Object62: {
            readonly structure: readonly (components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"])[];
            /** @constant */
            readonly type: "sections";
        };
        readonly Object63: {
            readonly structure: readonly components["schemas"]["SiteSpace"][];
            /** @constant */
            readonly type: "siteSpaces";
        };
        readonly Object64: {
            /** @enum {string} */
            readonly $schema?: "http://json-schema.org/draft-07/schema#";
            /** @enum {boolean} */
            readonly additionalProperties: false;
            readonly properties: {
                readonly [key: string]: Record<string, never>;
            };
            /** @enum {string} */
            readonly type: "object";
        };
        readonly Object65: {
            readonly advancedCustomization: {
                readonly enabled: boolean;
            };
            readonly ai: {
                /** @enum {string} */
                readonly mode: "none" | "search" | "assistant";
            };
            readonly announcement?: components["schemas"]["Object76"];
            readonly externalLinks: {
                /** @enum {string} */
                readonly target: "self" | "blank";
            };
            readonly favicon: components["schemas"]["Object69"] | {
                /** Format: emoji */
                readonly emoji: string;
            } | Record<string, never>;
            readonly feedback: {
                readonly enabled: boolean;
            };
            readonly footer: components["schemas"]["Object74"];
            readonly git: {
                readonly showEditLink: boolean;
            };
            readonly header: components["schemas"]["Object71"];
            readonly insights: {
                readonly trackingCookie: boolean;
            };
            readonly internationalization: {
                /** @enum {string} */
                readonly locale: "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru";
            };
            readonly pageActions: {
                readonly externalAI: boolean;
                readonly markdown: boolean;
                readonly mcp: boolean;
            };
            readonly pagination: {
                readonly enabled: boolean;
            };
            readonly pdf: {
                readonly enabled: boolean;
            };
            readonly privacyPolicy: {
                /** Format: uri */
                readonly url?: string;
            };
            readonly socialPreview: {
                /** Format: uri */
                readonly url?: string;
            };
            readonly styling: components["schemas"]["Object66"];
            readonly themes: {
                /** @enum {string} */
                readonly default: "light" | "dark";
                readonly toggeable: boolean;
            };
            readonly title?: string;
            readonly trademark: {
                readonly enabled: boolean;
            };
        };
        readonly Object66: {
            /** @enum {string} */
            readonly background: "plain" | "match";
            /** @enum {string} */
            readonly corners: "straight" | "rounded" | "circular";
            readonly dangerColor: {
                readonly dark: string;
                readonly light: string;
            };
            /** @enum {string} */
            readonly depth: "subtle" | "flat";
            readonly font: ("ABCFavorit" | "Inter" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans") | components["schemas"]["Object68"];
            /** @enum {string} */
            readonly icons: "regular" | "solid" | "duotone" | "light" | "thin";
            readonly infoColor: {
                readonly dark: string;
                readonly light: string;
            };
            /** @enum {string} */
            readonly links: "default" | "accent";
            readonly monospaceFont: ("FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata") | components["schemas"]["Object68"];
            readonly primaryColor: {
                readonly dark: string;
                readonly light: string;
            };
            /** @enum {string} */
            readonly search: "prominent" | "subtle";
            readonly sidebar: {
                /** @enum {string} */
                readonly background: "default" | "filled";
                /** @enum {string} */
                readonly list: "default" | "pill" | "line";
            };
            readonly successColor: {
                readonly dark: string;
                readonly light: string;
            };
            /** @enum {string} */
            readonly theme: "clean" | "muted" | "bold" | "gradient";
            readonly tint?: components["schemas"]["Object67"];
            readonly warningColor: {
                readonly dark: string;
                readonly light: string;
            };
        };
        readonly Object67: {
            readonly color: {
                readonly dark: string;
                readonly light: string;
            };
        };
        readonly Object68: {
            readonly custom: boolean;
            readonly fontFaces: readonly {
                readonly sources: readonly {
                    /** @enum {string} */
                    readonly format?: "woff2" | "woff";
                    /** Format: uri */
                    readonly url: string;
                }[];
                readonly weight: number;
            }[];
            readonly fontFamily: string;
            readonly id: string;
        };
        readonly Object69: {
            readonly icon: components["schemas"]["Object70"];
        };
        readonly Object70: {
            /** Format: uri */
            readonly dark: string;
            /** Format: uri */
            readonly light: string;
        };
        readonly Object71: {
            readonly backgroundColor?: {
                readonly dark: string;
                readonly light: string;
            };
            readonly linkColor?: {
                readonly dark: string;
                readonly light: string;
            };
            readonly links: readonly components["schemas"]["Object72"][];
            readonly logo?: components["schemas"]["Object70"];
            /** @enum {string} */
            readonly preset: "default" | "bold" | "contrast" | "custom" | "none";
        };
        readonly Object72: {
            readonly condition?: string;
            readonly links: readonly components["schemas"]["Object73"][];
            /** @enum {string} */
            readonly style?: "link" | "button-primary" | "button-secondary";
            readonly title: string;
            readonly to: ({
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly kind: "file";
                readonly space?: string;
            } | {
                /** @constant */
                readonly kind: "page";
                readonly page: string;
                readonly space?: string;
            } | components["schemas"]["Object13"] | {
                /** @constant */
                readonly kind: "space";
                readonly space: string;
            } | {
                readonly collection: string;
                /** @constant */
                readonly kind: "collection";
            } | {
                /** @constant */
                readonly kind: "user";
                readonly user: string;
            } | components["schemas"]["Object14"] | {
                /** @constant */
                readonly kind: "openapi";
                readonly spec: string;
            }) | null;
        };
        readonly Object73: {
            readonly title: string;
            readonly to: {
                /** @constant */
                readonly kind: "url";
                readonly url: string;
            } | {
                readonly file: string;
                /** @constant */
                readonly kind: "file";
                readonly space?: string;
            } | {
                /** @constant */
                readonly kind: "page";
                readonly page: string;
                readonly space?: string;
            } | components["schemas"]["Object13"] | {
                /** @constant */
                readonly kind: "space";
                readonly space: string;
            } | {
                readonly collection: string;
                /** @constant */
                readonly kind: "collection";
            } | {
                /** @constant */
                readonly kind: "user";
                readonly user: string;
            } | components["schemas"]["Object14"] | {
                /** @constant */
                readonly kind: "openapi";
                readonly spec: string;
            };
        };
        readonly Object74: {
            readonly copyright?: string;
            readonly groups: readonly components["schemas"]["Object75"][];
            readonly logo?: components["schemas"]["Object70"];
        };
        readonly Object75: {
            readonly links: readonly components["schemas"]["Object73"][];
            readonly title: string;
        };
        readonly Object76: {
            readonly enabled: boolean;
            readonly link?: components["schemas"]["Object73"];
            readonly message: string;
            /** @enum {string} */
            readonly style: "info" | "warning" | "danger" | "success";
        };
        readonly Object77: {
            readonly advancedCustomization: {
                readonly enabled: boolean;
            };
            readonly ai: {
                /** @enum {string} */
                readonly mode: "none" | "search" | "assistant";
            };
            readonly announcement?: components["schemas"]["Object76"];
            readonly externalLinks: {
                /** @enum {string} */
                readonly target: "self" | "blank";
            };
            readonly favicon: components["schemas"]["Object69"] | {
                /** Format: emoji */
                readonly emoji: string;
            } | Record<string, never>;
            readonly feedback: {
                readonly enabled: boolean;
            };
            readonly footer: components["schemas"]["Object74"];
            readonly git: {
                readonly showEditLink: boolean;
            };
            readonly hasOverrides: boolean;
            readonly header: components["schemas"]["Object71"];
            readonly insights: {
                readonly trackingCookie: boolean;
            };
            readonly internationalization: {
                /** @enum {string} */
                readonly locale: "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru";
            };
            readonly pageActions: {
                readonly externalAI: boolean;
                readonly markdown: boolean;
                readonly mcp: boolean;
            };
            readonly pagination: {
                readonly enabled: boolean;
            };
            readonly pdf: {
                readonly enabled: boolean;
            };
            readonly privacyPolicy: {
                /** Format: uri */
                readonly url?: string;
            };
            readonly socialPreview: {
                /** Format: uri */
                readonly url?: string;
            };
            readonly styling: components["schemas"]["Object66"];
            readonly themes: {
                /** @enum {string} */
                readonly default: "light" | "dark";
                readonly toggeable: boolean;
            };
            readonly title?: string;
            readonly trademark: {
                readonly enabled: boolean;
            };
        };
        readonly Object78: {
            readonly contentSecurityPolicy?: string;
            readonly cookies: boolean;
            /** Format: uri */
            readonly script: string;
        };
        readonly Object79: {
            /** @constant */
            readonly kind: "site-page";
            readonly pageId: string;
            readonly siteSpaceId: string;
        };
        readonly Object80: {
            readonly filesystem: {
                readonly [key: string]: unknown;
            };
            /** Format: uri */
            readonly url: string;
            readonly urls: {
                readonly public: string | null;
                /** Format: uri */
                readonly source: string;
            };
        };
        readonly Object81: {
            /** Format: uri */
            readonly redirect: string;
            /** @enum {string} */
            readonly target: "application" | "content" | "external";
        };
        readonly Object82: {
            readonly apiToken: string;
            readonly basePath: string;
            readonly canonicalUrl: string;
            readonly complete: boolean;
            readonly contextId?: string;
            readonly organization: string;
            readonly pathname: string;
            readonly shareKey?: string;
            readonly site: string;
            readonly siteBasePath: string;
            readonly siteSection?: string;
            readonly siteSpace: string;
            readonly space: string;
        };
        readonly Object83: {
            /** @enum {string} */
            readonly language: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
            readonly space: string;
        };
        readonly Object84: {
            readonly ar?: string;
            readonly bg?: string;
            readonly cs?: string;
            readonly da?: string;
            readonly de?: string;
            readonly el?: string;
            readonly en?: string;
            readonly es?: string;
            readonly et?: string;
            readonly fi?: string;
            readonly fr?: string;
            readonly he?: string;
            readonly hi?: string;
            readonly hr?: string;
            readonly hu?: string;
            readonly id?: string;
            readonly it?: string;
            readonly ja?: string;
            readonly ko?: string;
            readonly lt?: string;
            readonly lv?: string;
            readonly ms?: string;
            readonly nl?: string;
            readonly no?: string;
            readonly pl?: string;
            readonly pt?: string;
            readonly "pt-br"?: string;
            readonly ro?: string;
            readonly ru?: string;
            readonly sk?: string;
            readonly sl?: string;
            readonly sv?: string;
            readonly th?: string;
            readonly tr?: string;
            readonly uk?: string;
            readonly vi?: string;
            readonly yue?: string;
            readonly zh?: string;
        };
        readonly Object85: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Integration"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object86: {
            readonly description?: string;
            readonly icon?: string;
            readonly id: string;
            readonly markdown?: {
                readonly body: string;
                readonly codeblock: string;
            };
            readonly title: string;
            readonly urlUnfurl?: readonly string[];
        };
        readonly Object87: {
            readonly configuration: {
                readonly componentId: string;
            };
            readonly description?: string;
            readonly icon?: string;
            readonly id: string;
            readonly title: string;
        };
        readonly Object88: {
            readonly account?: components["schemas"]["Object89"] | {
                readonly componentId: string;
            };
            readonly site?: components["schemas"]["Object89"] | {
                readonly componentId: string;
            };
            readonly space?: components["schemas"]["Object89"] | {
                readonly componentId: string;
            };
        };
        readonly Object89: {
            readonly properties: {
                readonly [key: string]: {
                    readonly completion_url?: string;
                    readonly default?: string;
                    readonly description?: string;
                    readonly enum?: readonly string[];
                    readonly title?: string;
                    /** @constant */
                    readonly type: "string";
                } | {
                    readonly default?: number;
                    readonly description?: string;
                    readonly title?: string;
                    /** @constant */
                    readonly type: "number";
                } | {
                    readonly default?: boolean;
                    readonly description?: string;
                    readonly title?: string;
                    /** @constant */
                    readonly type: "boolean";
                } | {
                    readonly button_text: string;
                    readonly callback_url: string;
                    readonly description?: string;
                    readonly title?: string;
                    /** @constant */
                    readonly type: "button";
                };
            };
            readonly required?: readonly string[];
        };
        readonly Object90: {
            readonly "base-uri"?: string;
            readonly "block-all-mixed-content"?: string;
            readonly "child-src"?: string;
            readonly "connect-src"?: string;
            readonly "default-src"?: string;
            readonly "font-src"?: string;
            readonly "form-action"?: string;
            readonly "frame-ancestors"?: string;
            readonly "frame-src"?: string;
            readonly "img-src"?: string;
            readonly "manifest-src"?: string;
            readonly "media-src"?: string;
            readonly "navigate-to"?: string;
            readonly "object-src"?: string;
            readonly "plugin-types"?: string;
            readonly "prefetch-src"?: string;
            readonly referrer?: string;
            readonly "report-to"?: string;
            readonly "report-uri"?: string;
            readonly "require-sri-for"?: string;
            readonly "require-trusted-types-for"?: string;
            readonly sandbox?: string;
            readonly "script-src"?: string;
            readonly "script-src-attr"?: string;
            readonly "script-src-elem"?: string;
            readonly "style-src"?: string;
            readonly "style-src-attr"?: string;
            readonly "style-src-elem"?: string;
            readonly "trusted-types"?: string;
            readonly "upgrade-insecure-requests"?: string;
            readonly "worker-src"?: string;
        };
        readonly Object91: {
            readonly configuration: {
                readonly [key: string]: unknown;
            };
            /** Format: date-time */
            readonly createdAt: string;
            readonly externalIds: readonly string[];
            readonly id: string;
            readonly scopes: readonly string[];
            /** @enum {string} */
            readonly site_selection: "all" | "selected";
            /** @enum {string} */
            readonly space_selection: "all" | "selected";
            readonly spaces: number;
            /** @enum {string} */
            readonly status: "active" | "pending" | "paused";
            readonly target: {
                readonly organization: string;
            };
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly app: string;
                /** Format: uri */
                readonly location: string;
                /** Format: uri */
                readonly publicContentEndpoint: string;
                /** Format: uri */
                readonly publicEndpoint: string;
            };
        };
        readonly Object92: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Object93"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object93: {
            readonly configuration: {
                readonly [key: string]: unknown;
            };
            readonly externalIds: readonly string[];
            readonly installation: string;
            readonly integration: string;
            readonly space: string | components["schemas"]["Space"];
            /** @enum {string} */
            readonly status: "active" | "pending" | "paused";
            readonly urls: components["schemas"]["Object94"];
        };
        readonly Object94: {
            /** Format: uri */
            readonly location: string;
            /** Format: uri */
            readonly publicContentEndpoint: string;
            /** Format: uri */
            readonly publicEndpoint: string;
        };
        readonly Object95: {
            readonly count: number;
            readonly items: readonly components["schemas"]["Object96"][];
            readonly next?: {
                readonly page: string;
            };
        };
        readonly Object96: {
            readonly configuration: {
                readonly [key: string]: unknown;
            };
            readonly externalIds: readonly string[];
            readonly installation: string;
            readonly integration: string;
            readonly site: string | components["schemas"]["Site"];
            /** @enum {string} */
            readonly status: "active" | "pending" | "paused";
            readonly urls: components["schemas"]["Object94"];
        };
        readonly Object97: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            readonly installationId?: string;
            readonly integrationId: string;
            readonly payload: {
                readonly eventId: string;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly status: "success" | "failed";
        };
        readonly OidcProvider: {
            readonly clientId?: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultRole: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            readonly defaultTeam?: components["schemas"]["Team"];
            readonly domains?: readonly string[];
            readonly id: string;
            /** Format: uri */
            readonly issuer?: string;
            readonly label: string;
            /** @constant */
            readonly object: "oidc-provider";
            readonly service: {
                /** Format: uri */
                readonly redirectURL: string;
                /** Format: uri */
                readonly startURL: string;
            };
            /** @enum {string} */
            readonly status: "active" | "pending";
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly OpenapiSpec: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            /** Format: date-time */
            readonly lastProcessedAt?: string;
            readonly lastProcessedErrors?: readonly {
                readonly code?: string;
                readonly message: string;
            }[];
            /** @enum {string} */
            readonly lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
            readonly lastVersion?: string;
            /** @constant */
            readonly object: "openapi-spec";
            readonly permissions: {
                readonly edit: boolean;
                readonly view: boolean;
            };
            /** @enum {string} */
            readonly processingState: "pending" | "progress" | "complete";
            readonly slug: string;
            /** Format: uri */
            readonly sourceURL?: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: components["schemas"]["Object61"];
            /** @enum {string} */
            readonly visibility: "private" | "public";
        };
        readonly OpenapiSpecVersion: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            /** @constant */
            readonly object: "openapi-spec-version";
            /** Format: uri */
            readonly url: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Organization: {
            readonly ai: boolean;
            /** @enum {string} */
            readonly communityType?: "nonProfit" | "openSource" | "education";
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultContent?: {
                readonly site: string;
                /** @constant */
                readonly type: "site";
            };
            readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            readonly emailDomains: readonly string[];
            readonly hostname?: string;
            readonly id: string;
            readonly inviteLinks: boolean;
            readonly mergeRules: components["schemas"]["Object"] | {
                /** @constant */
                readonly type: "none";
            };
            /** @constant */
            readonly object: "organization";
            readonly permissions: {
                readonly admin: boolean;
                readonly createContent: boolean;
                readonly createOpenAPISpec: boolean;
                readonly ingestConversations: boolean;
                readonly installIntegration: boolean;
                readonly listInstallations: boolean;
                readonly listIntegrations: boolean;
                readonly listMembers: boolean;
                readonly listTeams: boolean;
                readonly ownTeam: boolean;
                readonly view: boolean;
                readonly viewBilling: boolean;
            };
            /** @enum {string} */
            readonly plan: "free_2024" | "plus_2024" | "pro_2024" | "enterprise_2024" | "community_2024" | "free" | "plus" | "pro" | "internal";
            readonly sso: boolean;
            readonly title: string;
            readonly trial: {
                readonly count: number;
                /** @enum {string} */
                readonly status: "notapplicable" | "none" | "active" | "ended" | "expired";
            };
            /** @enum {string} */
            readonly type: "business" | "community";
            readonly urls: {
                /** Format: uri */
                readonly app: string;
                /** Format: uri */
                readonly location: string;
                /** Format: uri */
                readonly logo?: string;
            };
            /** @enum {string} */
            readonly useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
        };
        readonly Page: {
            readonly id: string;
            /** @constant */
            readonly object: "page";
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly PublishingAuth: {
            /** @enum {string} */
            readonly backend: "custom" | "integration";
            /** Format: uri */
            readonly fallbackURL?: string;
            readonly integration?: string;
            /** @constant */
            readonly object: "publishing-auth";
            readonly privateKey: string;
        };
        readonly Revision: {
            readonly conflicts?: readonly components["schemas"]["Object17"][];
            /** Format: date-time */
            readonly createdAt: string;
            readonly files: readonly components["schemas"]["Object15"][];
            readonly git?: {
                readonly createdByGitBook: boolean;
                readonly createdByService: boolean;
                readonly message: string;
                readonly oid: string;
                readonly ref?: string;
                readonly url?: string;
            };
            readonly id: string;
            readonly mergedFrom?: {
                readonly id: string;
            } & {
                readonly [key: string]: unknown;
            };
            /** @constant */
            readonly object: "revision";
            readonly pages: readonly ({
                readonly id: string;
                readonly title: string;
                readonly type: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly parents: readonly string[];
            readonly reusableContents: readonly components["schemas"]["Object16"][];
            /** @enum {string} */
            readonly type: "edits" | "merge" | "rollback" | "update" | "computed";
            readonly urls: {
                /** Format: uri */
                readonly app: string;
            };
            readonly variables?: {
                readonly [key: string]: unknown;
            };
        };
        readonly SamlProvider: {
            readonly certificate: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultRole: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
            readonly defaultTeam?: components["schemas"]["Team"];
            readonly entityID: string;
            readonly id: string;
            readonly label: string;
            /** @constant */
            readonly object: "saml-provider";
            readonly service: {
                /** Format: uri */
                readonly acsURL: string;
                readonly entityID: string;
                /** Format: uri */
                readonly startURL: string;
            };
            /** Format: uri */
            readonly ssoURL: string;
            /** @enum {string} */
            readonly status: "active" | "pending";
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly ScimProvisioning: {
            /** Format: uri */
            readonly baseURL: string;
            /** @constant */
            readonly object: "scim-provisioning";
            readonly token?: {
                /** Format: date-time */
                readonly createdAt: string;
                readonly hint: string;
                /** Format: date-time */
                readonly lastUsedAt?: string;
            };
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly ShareLink: {
            readonly active: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            readonly name: string;
            /** @constant */
            readonly object: "share-link";
            readonly urls: {
                /** Format: uri */
                readonly published?: string;
            };
        };
        readonly Site: {
            readonly adaptiveContent: {
                readonly enabled: boolean;
            };
            /** @enum {string} */
            readonly agentsContext: "excluded" | "included";
            readonly basename: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly features: readonly {
                readonly customizations?: readonly ("header-logo" | "theme-preset" | "premium-fonts" | "custom-icons" | "footer-logo" | "footer-links" | "footer-copyright" | "semantic-colors")[];
                readonly frozen: boolean;
                /** @enum {string} */
                readonly id: "sites-adaptive-content" | "sites-advanced-customization" | "sites-advanced-insights" | "sites-ai-search" | "sites-ai-assistant" | "sites-embed" | "sites-api-playground" | "sites-basic-customization" | "sites-custom-domain" | "sites-custom-fonts" | "sites-custom-subdirectory" | "sites-full-text-search" | "sites-multivariant-site" | "sites-page-feedback" | "sites-page-traffic-insights" | "sites-pdf-export" | "sites-preview-deployments" | "sites-public-visibility" | "sites-redirects" | "sites-search-insights" | "sites-sections" | "sites-seo" | "sites-share-links" | "sites-unlisted-visibility" | "sites-user-contribution" | "sites-visitor-authentication" | "sites-visitors";
                /** @enum {string} */
                readonly plan: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            }[];
            readonly hostname?: string;
            readonly id: string;
            /** @constant */
            readonly object: "site";
            readonly proxy?: {
                readonly origin: string;
                /** Format: uri */
                readonly target: string;
            };
            readonly published: boolean;
            readonly siteSpaces: number;
            readonly title: string;
            /** @enum {string} */
            readonly type: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
            readonly urls: components["schemas"]["Object61"];
            /** @enum {string} */
            readonly visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
        };
        readonly SiteAdaptiveSchema: {
            readonly jsonSchema: components["schemas"]["Object64"];
            /** @constant */
            readonly object: "site-adaptive-schema";
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly SiteRedirect: {
            readonly destination: {
                /** @constant */
                readonly kind: "site-section";
                readonly siteSectionId: string;
            } | {
                /** @constant */
                readonly kind: "site-space";
                readonly siteSpaceId: string;
            } | components["schemas"]["Object79"];
            readonly id: string;
            /** @constant */
            readonly object: "site-redirect";
            readonly source: string;
        };
        readonly SiteSection: {
            readonly condition?: string;
            readonly default: boolean;
            readonly description?: string;
            readonly icon?: string;
            readonly id: string;
            /** @constant */
            readonly object: "site-section";
            readonly path: string;
            readonly sectionGroup?: string;
            readonly siteSpaces: readonly components["schemas"]["SiteSpace"][];
            readonly title: string;
            readonly urls: {
                /** Format: uri */
                readonly published?: string;
            };
        };
        readonly SiteSectionGroup: {
            readonly children: readonly (components["schemas"]["SiteSection"] | {
                readonly children: readonly Record<string, never>[];
                readonly icon?: string;
                readonly id: string;
                /** @constant */
                readonly object: "site-section-group";
                readonly sectionGroup?: string;
                readonly sections: readonly components["schemas"]["SiteSection"][];
                readonly title: string;
            })[];
            readonly icon?: string;
            readonly id: string;
            /** @constant */
            readonly object: "site-section-group";
            readonly sectionGroup?: string;
            readonly sections: readonly components["schemas"]["SiteSection"][];
            readonly title: string;
        };
        readonly SiteSpace: {
            readonly condition?: string;
            readonly default: boolean;
            readonly hasAdvancedCustomizationFeature: boolean;
            readonly id: string;
            /** @constant */
            readonly object: "site-space";
            readonly path: string;
            readonly section?: string;
            readonly space: components["schemas"]["Space"];
            readonly title: string;
            readonly urls: {
                /** Format: uri */
                readonly published?: string;
            };
        };
        readonly Space: {
            readonly changeRequests: number;
            readonly changeRequestsDraft: number;
            readonly changeRequestsOpen: number;
            readonly comments: number;
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultLevel: ("admin" | "create" | "review" | "edit" | "comment" | "read") | "inherit" | null;
            /** Format: date-time */
            readonly deletedAt?: string;
            /** @enum {string} */
            readonly editMode?: "live" | "locked";
            readonly emoji: string;
            readonly gitSync?: components["schemas"]["Object10"];
            readonly id: string;
            /** @enum {string} */
            readonly language?: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
            readonly mergeRules: {
                /** @constant */
                readonly type: "inherit";
            } | (components["schemas"]["Object"] | {
                /** @constant */
                readonly type: "none";
            });
            /** @constant */
            readonly object: "space";
            readonly organization: string;
            readonly parent?: string;
            readonly permissions: {
                readonly access: boolean;
                readonly admin: boolean;
                readonly comment: boolean;
                readonly edit: boolean;
                readonly installIntegration: boolean;
                readonly merge: boolean;
                readonly review: boolean;
                readonly triggerGitSync: boolean;
                readonly view: boolean;
                readonly viewInviteLinks: boolean;
            };
            readonly revision: string;
            readonly title: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly app: string;
                /** Format: uri */
                readonly icon?: string;
                /** Format: uri */
                readonly location: string;
                /** Format: uri */
                readonly public?: string;
                /** Format: uri */
                readonly published?: string;
            };
            /** @enum {string} */
            readonly visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
        };
        readonly Team: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            readonly members: number;
            /** @constant */
            readonly object: "team";
            readonly permissions: {
                readonly admin: boolean;
                readonly view: boolean;
            };
            readonly spaces: number;
            readonly title: string;
        };
        readonly Token: {
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt?: string;
            readonly hint: string;
            readonly id: string;
            readonly label: string;
            /** Format: date-time */
            readonly lastUsedAt?: string;
            /** @constant */
            readonly object: "token";
            readonly scopes?: readonly string[];
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Translation: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            readonly instructions: components["schemas"]["Document"];
            /** @enum {string} */
            readonly language: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
            /** @constant */
            readonly object: "translation";
            readonly permissions: {
                readonly edit: boolean;
                readonly view: boolean;
            };
            readonly problem?: string;
            readonly result?: {
                readonly revision: string;
                readonly space: string;
            };
            readonly source: components["schemas"]["Object83"];
            readonly stats: {
                readonly latestPages: number;
                readonly latestRunDuration: number;
                readonly latestWords: number;
                readonly runs: number;
                readonly totalDuration: number;
                readonly totalPages: number;
                readonly totalWords: number;
            };
            /** @enum {string} */
            readonly status: "pending" | "running" | "completed";
            readonly untranslated?: readonly {
                readonly page: string;
                /** @enum {string} */
                readonly reason: "no-usable-answer" | "would-change-page" | "page-too-long";
                readonly text: string;
            }[];
            readonly untranslatedTotal?: number;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
            /** Format: date-time */
            readonly waitsUntil?: string;
        };
        readonly UpdatedPage: {
            /** @constant */
            readonly object: "updated_page";
            readonly page: components["schemas"]["Page"];
        };
        readonly User: {
            readonly displayName: string;
            readonly email?: string;
            readonly id: string;
            /** @constant */
            readonly object: "user";
            readonly photoURL?: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Webhook: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly description: string;
            /** @enum {string} */
            readonly disabledReason?: "gone" | "failing";
            readonly enabled: boolean;
            readonly events: readonly ("*" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback")[];
            /** Format: date-time */
            readonly failingSince?: string;
            readonly id: string;
            /** @constant */
            readonly object: "webhook";
            readonly sites?: readonly string[];
            readonly spaces?: readonly string[];
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: uri */
            readonly url: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly Webhook2: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly description: string;
            /** @enum {string} */
            readonly disabledReason?: "gone" | "failing";
            readonly enabled: boolean;
            readonly events: readonly ("*" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback")[];
            /** Format: date-time */
            readonly failingSince?: string;
            readonly id: string;
            /** @constant */
            readonly object: "webhook";
            readonly secret: string;
            readonly sites?: readonly string[];
            readonly spaces?: readonly string[];
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: uri */
            readonly url: string;
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
        };
        readonly WebhookDelivery: {
            readonly attemptCount: number;
            /** Format: date-time */
            readonly createdAt: string;
            readonly eventId: string;
            /** @enum {string} */
            readonly eventType: "ping" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback";
            /** Format: date-time */
            readonly finishedAt?: string;
            readonly id: string;
            /** Format: date-time */
            readonly nextAttemptAt?: string;
            /** @constant */
            readonly object: "webhook-delivery";
            /** @enum {string} */
            readonly status: "pending" | "succeeded" | "failed";
            readonly urls: {
                /** Format: uri */
                readonly location: string;
            };
            readonly webhook: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getApiInformation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly build: string;
                        readonly version: string;
                    };
                };
            };
        };
    };
    readonly getCollectionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    readonly deleteCollectionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateCollectionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly defaultLevel?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | "inherit" | null;
                    readonly description?: string;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    readonly moveCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object8"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    readonly inviteToCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object4"] & ({
                    readonly users: readonly string[];
                } | {
                    readonly teams: readonly string[];
                });
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPermissionsAggregateInCollection: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly role?: "admin" | "create" | "review" | "edit" | "comment" | "read";
            };
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object5"];
                };
            };
        };
    };
    readonly listTeamPermissionsInCollection: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object6"];
                };
            };
        };
    };
    readonly removeTeamFromCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateTeamPermissionInCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listUserPermissionsInCollection: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object5"];
                };
            };
        };
    };
    readonly removeUserFromCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUserPermissionInCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSpacesInCollectionById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object9"];
                };
            };
        };
    };
    readonly transferCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly collectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly organization: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    readonly getCustomHostname: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly hostname: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly hostname: string;
                        readonly isActive: boolean;
                        /** @constant */
                        readonly object: "custom-hostname";
                        readonly target: {
                            readonly site: string;
                            /** @constant */
                            readonly type: "site";
                        };
                        readonly urls: {
                            /** Format: uri */
                            readonly location: string;
                        };
                    };
                };
            };
        };
    };
    readonly removeCustomHostname: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly hostname: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly dnsRevalidateCustomHostname: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly hostname: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getOrganizationsForEmailDomain: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly emailDomain: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly organizations: readonly components["schemas"]["Organization"][];
                    };
                };
            };
        };
    };
    readonly listIntegrations: {
        readonly parameters: {
            readonly query?: {
                readonly blockDomain?: string;
                readonly blocks?: boolean;
                readonly category?: "analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other";
                readonly contentSources?: boolean;
                readonly limit?: number;
                readonly owner?: string;
                readonly page?: string;
                readonly scope?: "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:git:sync" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest";
                readonly search?: string;
                readonly target?: "all" | "site" | "space" | "organization";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object85"];
                };
            };
        };
    };
    readonly getIntegrationByName: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    readonly publishIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly blocks?: readonly components["schemas"]["Object86"][];
                    readonly categories?: readonly ("analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other")[];
                    readonly configurations?: components["schemas"]["Object88"];
                    readonly contentSecurityPolicy?: string | components["schemas"]["Object90"];
                    readonly contentSources?: readonly components["schemas"]["Object87"][];
                    readonly description: string;
                    readonly externalLinks?: readonly {
                        readonly label: string;
                        /** Format: uri */
                        readonly url: string;
                    }[];
                    readonly icon?: string;
                    readonly organization: string;
                    readonly previewImages?: readonly string[];
                    /** @enum {string} */
                    readonly runtime?: "v1" | "v2";
                    readonly scopes: readonly ("space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:git:sync" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest")[];
                    readonly script: string;
                    readonly secrets?: {
                        readonly [key: string]: string;
                    };
                    readonly summary?: string;
                    /** @enum {string} */
                    readonly target?: "all" | "site" | "space" | "organization";
                    readonly title: string;
                    /** @enum {string} */
                    readonly visibility?: "public" | "private" | "unlisted";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    readonly unpublishIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setIntegrationDevelopmentMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly all?: boolean;
                    readonly tunnelUrl: string;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly disableIntegrationDevelopmentMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 205: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listIntegrationEvents: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Object97"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getIntegrationEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly eventId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly event: components["schemas"]["Object97"];
                        readonly trace: {
                            readonly logs: readonly {
                                /** @enum {string} */
                                readonly level: "debug" | "info" | "warn" | "error";
                                readonly message: string;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    readonly listIntegrationInstallations: {
        readonly parameters: {
            readonly query?: {
                readonly externalId?: string;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Object91"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly installIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly organization: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object91"];
                };
            };
        };
    };
    readonly getIntegrationInstallationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object91"];
                };
            };
        };
    };
    readonly uninstallIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateIntegrationInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly configuration?: {
                        readonly [key: string]: unknown;
                    };
                    readonly externalIds?: readonly string[];
                    /** @enum {string} */
                    readonly site_selection?: "all" | "selected";
                    /** @enum {string} */
                    readonly space_selection?: "all" | "selected";
                    /** @enum {string} */
                    readonly status?: "active" | "paused";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object91"];
                };
            };
        };
    };
    readonly listIntegrationInstallationSites: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object95"];
                };
            };
        };
    };
    readonly installIntegrationOnSite: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly siteId: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object96"];
                };
            };
        };
    };
    readonly getIntegrationSiteInstallation: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object96"];
                };
            };
        };
    };
    readonly uninstallIntegrationFromSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateIntegrationSiteInstallation: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly configuration?: {
                        readonly [key: string]: unknown;
                    };
                    readonly externalIds?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object96"];
                };
            };
        };
    };
    readonly listIntegrationInstallationSpaces: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object92"];
                };
            };
        };
    };
    readonly installIntegrationOnSpace: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly space: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object93"];
                };
            };
        };
    };
    readonly getIntegrationSpaceInstallation: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object93"];
                };
            };
        };
    };
    readonly uninstallIntegrationFromSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateIntegrationSpaceInstallation: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly configuration?: {
                        readonly [key: string]: unknown;
                    };
                    readonly externalIds?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object93"];
                };
            };
        };
    };
    readonly createIntegrationInstallationToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly installationId: string;
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly token: string;
                    };
                };
            };
        };
    };
    readonly renderIntegrationUIWithGet: {
        readonly parameters: {
            readonly query: {
                readonly request: string;
            };
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": ({
                        readonly element: {
                            readonly [key: string]: unknown;
                        };
                        /** @constant */
                        readonly type?: "element";
                    } & {
                        readonly [key: string]: unknown;
                    }) | ({
                        /** @constant */
                        readonly type: "complete";
                    } & {
                        readonly [key: string]: unknown;
                    });
                };
            };
        };
    };
    readonly renderIntegrationUIWithPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly action?: {
                        readonly action: string;
                    } & {
                        readonly [key: string]: unknown;
                    };
                    readonly componentId: string;
                    readonly context: {
                        readonly editable: boolean;
                        readonly spaceId: string;
                        /** @enum {string} */
                        readonly theme: "dark" | "light";
                        /** @constant */
                        readonly type: "document";
                    } | {
                        readonly organizationId: string;
                        /** @enum {string} */
                        readonly theme: "dark" | "light";
                        /** @constant */
                        readonly type: "configuration_account";
                    } | {
                        readonly spaceId: string;
                        /** @enum {string} */
                        readonly theme: "dark" | "light";
                        /** @constant */
                        readonly type: "configuration_space";
                    } | {
                        readonly siteId: string;
                        /** @enum {string} */
                        readonly theme: "dark" | "light";
                        /** @constant */
                        readonly type: "configuration_site";
                    } | {
                        readonly organizationId: string;
                        readonly spaceId?: string;
                        /** @enum {string} */
                        readonly theme: "dark" | "light";
                        /** @constant */
                        readonly type: "configuration_contentsource";
                    };
                    readonly props: {
                        readonly [key: string]: unknown;
                    };
                    readonly state?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": ({
                        readonly element: {
                            readonly [key: string]: unknown;
                        };
                        /** @constant */
                        readonly type?: "element";
                    } & {
                        readonly [key: string]: unknown;
                    }) | ({
                        /** @constant */
                        readonly type: "complete";
                    } & {
                        readonly [key: string]: unknown;
                    });
                };
            };
        };
    };
    readonly listIntegrationSiteInstallations: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
                readonly externalId?: string;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object95"];
                };
            };
        };
    };
    readonly listIntegrationSpaceInstallations: {
        readonly parameters: {
            readonly query?: {
                readonly extended?: boolean;
                readonly externalId?: string;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object92"];
                };
            };
        };
    };
    readonly queueIntegrationTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly schedule?: number;
                    readonly task: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listImportRuns: {
        readonly parameters: {
            readonly query?: {
                readonly changeRequest?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly site?: string;
                readonly space?: string;
                readonly status?: "active" | "pending" | "in-progress" | "completed" | "failed" | "cancelled";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["ImportRun"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly startImportRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly source: {
                        /** @constant */
                        readonly type: "website";
                        /** Format: uri */
                        readonly url: string;
                    } | components["schemas"]["Object58"];
                    readonly target: components["schemas"]["Object59"];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportRun"] & components["schemas"]["Object60"];
                };
            };
        };
    };
    readonly getImportRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly importRunId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportRun"] & components["schemas"]["Object60"];
                };
            };
        };
    };
    readonly cancelImportRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly importRunId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportRun"] & components["schemas"]["Object60"];
                };
            };
        };
    };
    readonly listOrganizationsForAuthenticatedUser: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Organization"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly emailDomains?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly getOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly updateOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly ai?: boolean;
                    readonly defaultContent?: {
                        readonly site: string;
                        /** @constant */
                        readonly type: "site";
                    } | null;
                    readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly emailDomains?: readonly string[];
                    readonly hostname?: string;
                    readonly inviteLinks?: boolean;
                    readonly logo?: string | null;
                    readonly mergeRules?: components["schemas"]["Object"] | {
                        /** @constant */
                        readonly type: "none";
                    };
                    readonly sso?: boolean;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly getOrganizationAgentInstructions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentInstructions"];
                };
            };
        };
    };
    readonly updateOrganizationAgentInstructions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object2"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentInstructions"];
                };
            };
        };
    };
    readonly listOrganizationAuditEventActions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly {
                            readonly id: string;
                            readonly label: string;
                            /** @constant */
                            readonly object: "audit-event-action";
                        }[];
                    };
                };
            };
        };
    };
    readonly listOrganizationAuditEvents: {
        readonly parameters: {
            readonly query?: {
                readonly action?: string;
                readonly actor?: string;
                readonly from?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly target?: string;
                readonly to?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["AuditEvent"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getOrganizationAuditEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly auditEventId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEvent"] & {
                        readonly executionId?: string;
                        readonly payload: {
                            readonly [key: string]: unknown;
                        };
                        readonly schemaVersion: number;
                    };
                };
            };
        };
    };
    readonly listChangeRequestsForOrganization: {
        readonly parameters: {
            readonly query?: {
                readonly contributor?: string;
                readonly conversationsIssuesCluster?: string;
                readonly creator?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly requestedReviewer?: string;
                readonly status?: "draft" | "open" | "archived" | "merged";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object57"];
                };
            };
        };
    };
    readonly listCollectionsInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly nested?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Collection"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly parent?: string;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    readonly listConversations: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly source?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Conversation"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly ingestConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object53"] | readonly components["schemas"]["Object53"][];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listConversationsIssuesClusters: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly orderBy?: "updatedAt" | "issues" | "conversations" | "tasksTotal" | "tasksBacklog" | "tasksStarted";
                readonly page?: string;
                readonly status?: "pending" | "analysing";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["IssuesCluster"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getConversationsIssuesCluster: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly clusterId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuesCluster"];
                };
            };
        };
    };
    readonly listConversationsIssues: {
        readonly parameters: {
            readonly query?: {
                readonly cluster?: string;
                readonly conversation?: string;
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Object56"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getConversationIssueById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly issueId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object56"];
                };
            };
        };
    };
    readonly getConversationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly conversationId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly conversation: components["schemas"]["Conversation"];
                        readonly metadata: components["schemas"]["Object54"];
                        readonly parts: readonly components["schemas"]["Object55"][];
                    };
                };
            };
        };
    };
    readonly listOrganizationInstallations: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly installation: components["schemas"]["Object91"];
                            readonly integration: components["schemas"]["Integration"];
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly listOrganizationIntegrations: {
        readonly parameters: {
            readonly query?: {
                readonly blockDomain?: string;
                readonly blocks?: boolean;
                readonly category?: "analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other";
                readonly contentSources?: boolean;
                readonly limit?: number;
                readonly owner?: string;
                readonly page?: string;
                readonly scope?: "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:git:sync" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:adaptive:read" | "site:adaptive:write" | "openapi:read" | "openapi:write" | "conversations:ingest";
                readonly search?: string;
                readonly target?: "all" | "site" | "space" | "organization";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object85"];
                };
            };
        };
    };
    readonly getOrganizationIntegrationStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly integrationName: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly status: "active" | "pending" | "paused";
                    };
                };
            };
        };
    };
    readonly listOrganizationIntegrationsStatus: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly target?: "organization" | "space" | "site";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly integration: components["schemas"]["Integration"];
                            /** @enum {string} */
                            readonly status: "active" | "pending" | "paused";
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly inviteUsersToOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly emails: readonly (string | {
                        /** Format: email */
                        readonly email: string;
                        readonly role: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    })[];
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly sso?: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly failedSSOEmails?: readonly string[];
                        readonly invited: number;
                        readonly users: readonly string[];
                    };
                };
            };
        };
    };
    readonly joinOrganizationWithInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly inviteId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
        };
    };
    readonly joinOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listOrganizationInviteLinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Invite"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOrganizationInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly collection?: string;
                    readonly level?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly space?: string;
                } | unknown | unknown | unknown;
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"] | components["schemas"]["Invite2"] | components["schemas"]["Invite3"];
                };
            };
        };
    };
    readonly getOrganizationInviteLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly inviteId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"] | components["schemas"]["Invite2"] | components["schemas"]["Invite3"];
                };
            };
        };
    };
    readonly deleteOrganizationInviteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly inviteId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateOrganizationInviteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly inviteId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly level?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                } | unknown | unknown;
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"] | components["schemas"]["Invite2"] | components["schemas"]["Invite3"];
                };
            };
        };
    };
    readonly listMembersInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: string;
                readonly role?: "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest";
                readonly search?: string;
                readonly sort?: "joinedAt" | "lastSeenAt";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object3"];
                };
            };
        };
    };
    readonly getMemberInOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readonly removeMemberFromOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateMemberInOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readonly listSpacesForOrganizationMember: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            /** @enum {string} */
                            readonly permission: "admin" | "create" | "review" | "edit" | "comment" | "read";
                            readonly space: components["schemas"]["Space"];
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly setUserAsSSOMemberForOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readonly listTeamsForOrganizationMember: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly title?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly member: {
                                /** @enum {string} */
                                readonly role: "owner" | "member";
                            };
                            readonly team: components["schemas"]["Team"];
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly listOIDCProvidersInOrganization: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["OidcProvider"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOIDCProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly clientId?: string;
                    readonly clientSecret?: string;
                    readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly defaultTeam?: string | null;
                    readonly domains?: readonly string[] | null;
                    /** Format: uri */
                    readonly issuer?: string;
                    readonly label: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OidcProvider"];
                };
            };
        };
    };
    readonly getOIDCProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly oidcProviderId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OidcProvider"];
                };
            };
        };
    };
    readonly deleteOIDCProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly oidcProviderId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateOIDCProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly oidcProviderId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly clientId?: string;
                    readonly clientSecret?: string;
                    readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly defaultTeam?: string | null;
                    readonly domains?: readonly string[] | null;
                    /** Format: uri */
                    readonly issuer?: string;
                    readonly label?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OidcProvider"];
                };
            };
        };
    };
    readonly listOpenAPISpecs: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["OpenapiSpec"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOpenAPISpec: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly slug: string;
                    readonly source: {
                        /** Format: uri */
                        readonly url: string;
                    } | {
                        readonly text: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpec"];
                };
            };
        };
    };
    readonly getOpenAPISpecBySlug: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpec"];
                };
            };
        };
    };
    readonly createOrUpdateOpenAPISpecBySlug: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly source: {
                        /** Format: uri */
                        readonly url: string;
                    } | {
                        readonly text: string;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpec"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpec"];
                };
            };
        };
    };
    readonly deleteOpenAPISpecBySlug: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateOpenAPISpecBySlug: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly visibility: "private" | "public";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpec"];
                };
            };
        };
    };
    readonly listOpenAPISpecVersions: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["OpenapiSpecVersion"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getOpenAPISpecVersionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpecVersion"];
                };
            };
        };
    };
    readonly getOpenAPISpecVersionContentById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
                readonly versionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object80"];
                };
            };
        };
    };
    readonly getLatestOpenAPISpecVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenapiSpecVersion"];
                };
            };
        };
    };
    readonly getLatestOpenAPISpecVersionContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly specSlug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object80"];
                };
            };
        };
    };
    readonly updateOrganizationMemberLastSeenAt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly serviceVisitorClaims?: string;
                    };
                };
            };
        };
    };
    readonly listSAMLProvidersInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["SamlProvider"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOrganizationSAMLProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly certificate?: string;
                    readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly defaultTeam?: string | null;
                    readonly entityID?: string;
                    readonly label: string;
                    /** Format: uri */
                    readonly ssoURL?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SamlProvider"];
                };
            };
        };
    };
    readonly getOrganizationSAMLProviderById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SamlProvider"];
                };
            };
        };
    };
    readonly deleteOrganizationSAMLProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateOrganizationSAMLProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly certificate?: string;
                    readonly defaultRole?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                    readonly defaultTeam?: string | null;
                    readonly entityID?: string;
                    readonly label?: string;
                    /** Format: uri */
                    readonly ssoURL?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SamlProvider"];
                };
            };
        };
    };
    readonly getSCIMProvisioning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScimProvisioning"];
                };
            };
        };
    };
    readonly createSCIMToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScimProvisioning"] & {
                        readonly secret: string;
                    };
                };
            };
        };
    };
    readonly deleteSCIMToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly samlProviderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly searchOrganizationContent: {
        readonly parameters: {
            readonly query: {
                readonly limit?: number;
                readonly page?: string;
                readonly query: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object46"];
                };
            };
        };
    };
    readonly listSites: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly published?: boolean;
                readonly space?: string;
                readonly title?: string;
                readonly type?: readonly ("basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium")[];
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Site"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly spaces?: readonly string[];
                    readonly title?: string;
                    /** @enum {string} */
                    readonly type?: "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";
                    /** @enum {string} */
                    readonly visibility?: "public" | "unlisted" | "share-link" | "visitor-auth";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    readonly getSiteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    readonly deleteSiteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly adaptiveContent?: {
                        readonly enabled: boolean;
                    };
                    /** @enum {string} */
                    readonly agentsContext?: "excluded" | "included";
                    readonly basename?: string;
                    readonly defaultSiteSection?: string;
                    readonly defaultSiteSpace?: string;
                    readonly hostname?: string | null;
                    readonly proxy?: string | null;
                    readonly title?: string;
                    /** @enum {string} */
                    readonly visibility?: "public" | "unlisted" | "share-link" | "visitor-auth";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    readonly getSiteAdaptiveSchema: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteAdaptiveSchema"];
                };
            };
        };
    };
    readonly updateSiteAdaptiveSchema: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly jsonSchema: components["schemas"]["Object64"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteAdaptiveSchema"];
                };
            };
        };
    };
    readonly listSiteAdaptiveTemplateConditions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly {
                            readonly condition: string;
                            readonly description: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly getSiteCustomizationById: {
        readonly parameters: {
            readonly query?: {
                readonly unmasked?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object65"];
                };
            };
        };
    };
    readonly updateSiteCustomizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object65"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object65"];
                };
            };
        };
    };
    readonly listSiteFeedback: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly rating?: "bad" | "ok" | "good";
                readonly source?: "page" | "mcp";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly comment?: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly goal?: string;
                            readonly id: string;
                            /** @constant */
                            readonly object: "site-feedback";
                            readonly page?: string;
                            readonly pageUrl?: string;
                            /** @enum {string} */
                            readonly rating?: "bad" | "ok" | "good";
                            readonly siteSpace?: string;
                            /** @enum {string} */
                            readonly source: "page" | "mcp";
                            readonly space?: string;
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly trackEventsInSiteById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly events: readonly {
                        readonly feedback?: {
                            readonly comment?: string;
                            /** @enum {string} */
                            readonly rating: "bad" | "ok" | "good";
                        };
                        readonly location: {
                            /** @enum {string} */
                            readonly displayContext?: "site" | "embed";
                            readonly page: string | null;
                            readonly revision: string | null;
                            readonly siteSection: string | null;
                            readonly siteShareKey: string | null;
                            readonly siteSpace: string | null;
                            readonly space: string | null;
                            /** Format: uri */
                            readonly url: string;
                        };
                        readonly session: {
                            readonly cookies: {
                                readonly [key: string]: string;
                            };
                            readonly ip?: string;
                            readonly language: string | null;
                            readonly referrer: ("" | string) | null;
                            readonly sessionId: string;
                            readonly userAgent: string;
                            readonly visitorId: string;
                        };
                        /** Format: date-time */
                        readonly timestamp?: string;
                        /** @enum {string} */
                        readonly type: "page_view" | "page_post_feedback" | "page_post_feedback_comment" | "search_open" | "search_type_query" | "search_open_result" | "ask_question" | "ask_view" | "ask_rate_response" | "link_click" | "api_client_open" | "api_client_request" | "ad_click" | "ad_display" | "trademark_click";
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSiteIntegrationScripts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Object78"][];
                };
            };
        };
    };
    readonly listSiteIntegrations: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object85"];
                };
            };
        };
    };
    readonly listPermissionsAggregateInSite: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly origin: {
                                readonly space: string;
                                /** @constant */
                                readonly type: "space";
                            } | {
                                readonly organization: string;
                                /** @constant */
                                readonly type: "organization";
                            };
                            readonly permission: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                            readonly user: components["schemas"]["User"];
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly publishSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    readonly getPublishedContentSite: {
        readonly parameters: {
            readonly query?: {
                readonly shareKey?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly customizations: {
                            readonly site: components["schemas"]["Object65"];
                            readonly siteSpaces: {
                                readonly [key: string]: components["schemas"]["Object65"];
                            };
                        };
                        /** @constant */
                        readonly object: "published-content-site";
                        readonly scripts: readonly components["schemas"]["Object78"][];
                        readonly site: components["schemas"]["Site"];
                        readonly structure: components["schemas"]["Object62"] | components["schemas"]["Object63"];
                    };
                };
            };
        };
    };
    readonly getSitePublishingAuthById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublishingAuth"];
                };
            };
        };
    };
    readonly updateSitePublishingAuthById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly backend?: "custom" | "integration";
                    readonly fallbackURL?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublishingAuth"];
                };
            };
        };
    };
    readonly regenerateSitePublishingAuthById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublishingAuth"];
                };
            };
        };
    };
    readonly getSitePublishingPreviewById: {
        readonly parameters: {
            readonly query?: {
                readonly claims?: string;
                readonly siteSpace?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uri */
                        readonly url: string;
                    };
                };
            };
        };
    };
    readonly getSiteRedirectBySource: {
        readonly parameters: {
            readonly query: {
                readonly shareKey?: string;
                readonly source: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly redirect: components["schemas"]["SiteRedirect"];
                        readonly target: string;
                    };
                };
            };
        };
    };
    readonly listSiteRedirects: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["SiteRedirect"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly bulkUpsertSiteRedirects: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly redirects: readonly {
                        readonly destination: ({
                            /** @constant */
                            readonly kind: "site-section";
                            readonly siteSectionId: string;
                        } | {
                            /** @constant */
                            readonly kind: "site-space";
                            readonly siteSpaceId: string;
                        } | components["schemas"]["Object79"]) | null;
                        /** @enum {string} */
                        readonly intent?: "live";
                        readonly source: string;
                    }[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly results: readonly ({
                            readonly draft: boolean;
                            readonly id: string;
                            readonly source: string;
                            /** @enum {string} */
                            readonly status: "created" | "updated";
                        } | {
                            readonly draft: boolean;
                            readonly source: string;
                            /** @constant */
                            readonly status: "deleted";
                        } | {
                            readonly draft: boolean;
                            readonly error: string;
                            readonly source: string;
                            /** @constant */
                            readonly status: "error";
                        })[];
                    };
                };
            };
        };
    };
    readonly createSiteRedirect: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly destination: {
                        /** @constant */
                        readonly kind: "site-section";
                        readonly siteSectionId: string;
                    } | {
                        /** @constant */
                        readonly kind: "site-space";
                        readonly siteSpaceId: string;
                    } | components["schemas"]["Object79"];
                    readonly source: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteRedirect"];
                };
            };
        };
    };
    readonly deleteSiteRedirectById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteRedirectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteRedirectById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteRedirectId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly destination?: {
                        /** @constant */
                        readonly kind: "site-section";
                        readonly siteSectionId: string;
                    } | {
                        /** @constant */
                        readonly kind: "site-space";
                        readonly siteSpaceId: string;
                    } | components["schemas"]["Object79"];
                    readonly source?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteRedirect"];
                };
            };
        };
    };
    readonly searchSiteContent: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly mode?: "specific" | "current" | "all";
                    readonly query: string;
                    readonly scope?: {
                        readonly currentSiteSpace?: string;
                        /** @enum {string} */
                        readonly mode: "default" | "specific" | "all";
                        readonly siteSpaceIds?: readonly string[];
                    };
                    readonly siteSpaceId?: string;
                    readonly siteSpaceIds?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object46"];
                };
            };
        };
    };
    readonly listSiteSectionGroups: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["SiteSectionGroup"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly addSectionGroupToSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly icon?: string | null;
                    readonly parent?: string;
                    readonly sections?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
        };
    };
    readonly deleteSiteSectionGroupById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionGroupId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteSectionGroupById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionGroupId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly icon?: string | null;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
        };
    };
    readonly moveSiteSectionGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionGroupId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly position?: {
                        readonly after?: {
                            readonly id: string;
                            /** @enum {string} */
                            readonly type: "site-section" | "site-section-group";
                        };
                        readonly before?: {
                            readonly id: string;
                            /** @enum {string} */
                            readonly type: "site-section" | "site-section-group";
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
        };
    };
    readonly addSectionToGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionGroupId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly sectionId: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSectionGroup"];
                };
            };
        };
    };
    readonly removeSectionFromGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionGroupId: string;
                readonly siteSectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSiteSections: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly shareKey?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["SiteSection"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly addSectionToSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly icon?: string | null;
                    readonly spaceId: string;
                    readonly title?: string | null;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSection"];
                };
            };
        };
    };
    readonly deleteSiteSectionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteSectionById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly condition?: string | null;
                    readonly defaultSiteSpace?: string;
                    readonly description?: string | null;
                    readonly icon?: string | null;
                    readonly path?: string;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSection"];
                };
            };
        };
    };
    readonly moveSiteSection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSectionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly position?: {
                        readonly after?: {
                            readonly siteSection: string;
                            /** @constant */
                            readonly type: "site-section";
                        };
                        readonly before?: {
                            readonly siteSection: string;
                            /** @constant */
                            readonly type: "site-section";
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSection"];
                };
            };
        };
    };
    readonly listSiteShareLinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["ShareLink"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createSiteShareLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShareLink"];
                };
            };
        };
    };
    readonly deleteSiteShareLinkById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly shareLinkId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteShareLinkById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly shareLinkId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly active?: boolean;
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShareLink"];
                };
            };
        };
    };
    readonly listSiteSpaces: {
        readonly parameters: {
            readonly query?: {
                readonly default?: boolean;
                readonly limit?: number;
                readonly page?: string;
                readonly shareKey?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["SiteSpace"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly addSpaceToSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly sectionId?: string;
                    readonly spaceId: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSpace"];
                };
            };
        };
    };
    readonly deleteSiteSpaceById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSiteSpaceById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly condition?: string | null;
                    readonly path?: string;
                    readonly spaceId?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSpace"];
                };
            };
        };
    };
    readonly getSiteSpaceCustomizationById: {
        readonly parameters: {
            readonly query?: {
                readonly unmasked?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object77"];
                };
            };
        };
    };
    readonly deleteSiteSpaceCustomizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly overrideSiteSpaceCustomizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly announcement?: components["schemas"]["Object76"] | null;
                    readonly externalLinks?: {
                        readonly target?: ("self" | "blank") | null;
                    };
                    readonly favicon?: (components["schemas"]["Object69"] | {
                        /** Format: emoji */
                        readonly emoji: string;
                    } | Record<string, never>) | null;
                    readonly feedback?: {
                        readonly enabled?: boolean | null;
                    };
                    readonly footer?: {
                        readonly copyright?: string | null;
                        readonly groups?: readonly components["schemas"]["Object75"][] | null;
                        readonly logo?: components["schemas"]["Object70"] | null;
                    };
                    readonly git?: {
                        readonly showEditLink?: boolean | null;
                    };
                    readonly header?: {
                        readonly backgroundColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly linkColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly links?: readonly components["schemas"]["Object72"][] | null;
                        readonly logo?: components["schemas"]["Object70"] | null;
                        readonly preset?: ("default" | "bold" | "contrast" | "custom" | "none") | null;
                    };
                    readonly internationalization?: {
                        readonly locale?: ("en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru") | null;
                    };
                    readonly pagination?: {
                        readonly enabled?: boolean | null;
                    };
                    readonly pdf?: {
                        readonly enabled?: boolean | null;
                    };
                    readonly privacyPolicy?: {
                        readonly url?: string | null;
                    };
                    readonly socialPreview?: {
                        readonly url?: string | null;
                    };
                    readonly styling?: {
                        readonly background?: ("plain" | "match") | null;
                        readonly corners?: ("straight" | "rounded" | "circular") | null;
                        readonly dangerColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly depth?: ("subtle" | "flat") | null;
                        readonly icons?: ("regular" | "solid" | "duotone" | "light" | "thin") | null;
                        readonly infoColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly links?: ("default" | "accent") | null;
                        readonly primaryColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly search?: ("prominent" | "subtle") | null;
                        readonly sidebar?: {
                            readonly background?: ("default" | "filled") | null;
                            readonly list?: ("default" | "pill" | "line") | null;
                        };
                        readonly successColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                        readonly theme?: ("clean" | "muted" | "bold" | "gradient") | null;
                        readonly tint?: components["schemas"]["Object67"] | null;
                        readonly warningColor?: {
                            readonly dark: string;
                            readonly light: string;
                        } | null;
                    };
                    readonly themes?: {
                        readonly default?: ("light" | "dark") | null;
                        readonly toggeable?: boolean | null;
                    };
                    readonly title?: string | null;
                    readonly trademark?: {
                        readonly enabled?: boolean | null;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object77"];
                };
            };
        };
    };
    readonly moveSiteSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
                readonly siteSpaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly position?: {
                        readonly after?: {
                            readonly siteSpace: string;
                            /** @constant */
                            readonly type: "site-space";
                        };
                        readonly before?: {
                            readonly siteSpace: string;
                            /** @constant */
                            readonly type: "site-space";
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSpace"];
                };
            };
        };
    };
    readonly getSiteStructure: {
        readonly parameters: {
            readonly query?: {
                readonly shareKey?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object62"] | components["schemas"]["Object63"];
                };
            };
        };
    };
    readonly sortSiteStructure: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly item: {
                        readonly id: string;
                        /** @enum {string} */
                        readonly type: "site-space" | "site-section" | "site-section-group";
                    };
                    readonly position: {
                        readonly after?: {
                            readonly id: string;
                            /** @enum {string} */
                            readonly type: "site-space" | "site-section" | "site-section-group";
                        };
                        readonly before?: {
                            readonly id: string;
                            /** @enum {string} */
                            readonly type: "site-space" | "site-section" | "site-section-group";
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SiteSpace"] | components["schemas"]["SiteSection"] | components["schemas"]["SiteSectionGroup"];
                };
            };
        };
    };
    readonly unpublishSite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly siteId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    readonly listSpacesInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object9"];
                };
            };
        };
    };
    readonly createSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly editMode?: "live" | "locked";
                    /** Format: emoji */
                    readonly emoji?: string;
                    readonly empty?: boolean;
                    /** @enum {string} */
                    readonly language?: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
                    readonly parent?: string;
                    readonly template?: components["schemas"]["Object11"];
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly listSSOProviderLoginsInOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly {
                            readonly id: string;
                            readonly label: string;
                            /** Format: uri */
                            readonly startURL: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly generateStorageUploadURL: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly file: {
                        readonly name: string;
                        readonly size: number;
                        readonly type: string;
                    };
                    /** @enum {string} */
                    readonly kind: "import_file";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly key: string;
                        /** @constant */
                        readonly object: "storage-signed-url";
                        /** Format: uri */
                        readonly url: string;
                    };
                };
            };
        };
    };
    readonly listTeamsInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly owner?: string;
                readonly page?: string;
                readonly title?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Team"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createOrganizationTeam: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly members?: readonly string[];
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    readonly getTeamInOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    readonly removeTeamFromOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateTeamInOrganizationById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    readonly listTeamMembersInOrganizationById: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly organization: components["schemas"]["Member"];
                            readonly permissions: {
                                readonly view: boolean;
                            };
                            readonly team: {
                                /** @enum {string} */
                                readonly role: "owner" | "member";
                            };
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly updateMembersInOrganizationTeam: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly add?: readonly string[];
                    readonly memberships?: {
                        readonly [key: string]: {
                            /** @enum {string} */
                            readonly role: "owner" | "member";
                        };
                    };
                    readonly remove?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly addMemberToOrganizationTeamById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly role?: "owner" | "member";
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteMemberFromOrganizationTeamById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly teamId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listTranslations: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Translation"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createTranslation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly instructions?: components["schemas"]["Document"];
                    /** @enum {string} */
                    readonly language: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
                    readonly source: components["schemas"]["Object83"];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Translation"];
                };
            };
        };
    };
    readonly listGlossaryEntries: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["GlossaryEntry"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly updateGlossaryEntries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly operations: readonly ({
                        readonly translations: components["schemas"]["Object84"];
                        /** @constant */
                        readonly type: "insert";
                    } | {
                        readonly id: string;
                        readonly translations: components["schemas"]["Object84"];
                        /** @constant */
                        readonly type: "update";
                    } | {
                        readonly id: string;
                        /** @constant */
                        readonly type: "delete";
                    })[];
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getGlossaryEntry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly glossaryEntryId: string;
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GlossaryEntry"];
                };
            };
        };
    };
    readonly getTranslation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly translationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Translation"];
                };
            };
        };
    };
    readonly updateTranslation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly translationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object2"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Translation"];
                };
            };
        };
    };
    readonly deleteTranslation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly translationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly runTranslation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly translationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Webhook"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly enabled?: boolean;
                    readonly events: readonly ("*" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback")[];
                    readonly sites?: readonly string[];
                    readonly spaces?: readonly string[];
                    /** Format: uri */
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook2"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly enabled?: boolean;
                    readonly events?: readonly ("*" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback")[];
                    readonly sites?: readonly string[] | null;
                    readonly spaces?: readonly string[] | null;
                    /** Format: uri */
                    readonly url?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                readonly eventType?: "ping" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback";
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "pending" | "succeeded" | "failed";
            };
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["WebhookDelivery"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly deliveryId: string;
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly attemptCount: number;
                        readonly attempts: readonly {
                            readonly error?: string;
                            readonly milliseconds: number;
                            readonly number: number;
                            readonly response?: string;
                            /** Format: date-time */
                            readonly startedAt: string;
                            readonly statusCode?: number;
                        }[];
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly event: {
                            readonly [key: string]: unknown;
                        };
                        readonly eventId: string;
                        /** @enum {string} */
                        readonly eventType: "ping" | "space_content_updated" | "space_gitsync_started" | "space_gitsync_completed" | "space_visibility_updated" | "site_view" | "page_feedback";
                        /** Format: date-time */
                        readonly finishedAt?: string;
                        readonly id: string;
                        /** Format: date-time */
                        readonly nextAttemptAt?: string;
                        /** @constant */
                        readonly object: "webhook-delivery";
                        /** @enum {string} */
                        readonly status: "pending" | "succeeded" | "failed";
                        readonly urls: {
                            /** Format: uri */
                            readonly location: string;
                        };
                        readonly webhook: string;
                    };
                };
            };
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly deliveryId: string;
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly pingWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly organizationId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook2"];
                };
            };
        };
    };
    readonly getSpaceById: {
        readonly parameters: {
            readonly query?: {
                readonly shareKey?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly deleteSpaceById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSpaceById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly defaultLevel?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | "inherit" | null;
                    /** @enum {string} */
                    readonly editMode?: "live" | "locked";
                    readonly emoji?: string | null;
                    readonly icon?: string | null;
                    /** @enum {string} */
                    readonly language?: "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";
                    readonly mergeRules?: {
                        /** @constant */
                        readonly type: "inherit";
                    } | (components["schemas"]["Object"] | {
                        /** @constant */
                        readonly type: "none";
                    });
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly listChangeRequestsForSpace: {
        readonly parameters: {
            readonly query?: {
                readonly contributor?: string;
                readonly conversationsIssuesCluster?: string;
                readonly creator?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly requestedReviewer?: string;
                readonly status?: "draft" | "open" | "archived" | "merged";
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object57"];
                };
            };
        };
    };
    readonly createChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly conversationsIssuesCluster?: string;
                    readonly subject?: string;
                    readonly template?: components["schemas"]["Object11"];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    readonly getChangeRequestById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    readonly updateChangeRequestById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: components["schemas"]["Document"];
                    /** @enum {string} */
                    readonly status?: "draft" | "open" | "archived";
                    readonly subject?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    readonly getChangeRequestChanges: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly limit?: number;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object33"];
                };
            };
        };
    };
    readonly listCommentersInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object3"];
                };
            };
        };
    };
    readonly listCommentsInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly authors?: readonly string[];
                readonly format?: "document" | "markdown";
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: string;
                readonly status?: "all" | "open" | "resolved";
                readonly targetPage?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object47"];
                };
            };
        };
    };
    readonly postCommentInChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object49"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly getCommentInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly updateCommentInChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object50"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly deleteCommentInChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listCommentRepliesInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object51"];
                };
            };
        };
    };
    readonly postCommentReplyInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object52"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly getCommentReplyInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly updateCommentReplyInChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object50"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly deleteCommentReplyInChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getRevisionOfChangeRequestById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Revision"];
                };
            };
        };
    };
    readonly updateChangeRequestContent: {
        readonly parameters: {
            readonly query?: {
                readonly compat?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object18"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequest"] | {
                        readonly changeRequest: components["schemas"]["ChangeRequest"];
                        readonly changes: readonly (components["schemas"]["CreatedPage"] | components["schemas"]["UpdatedPage"] | {
                            /** @constant */
                            readonly object: "deleted_page";
                            readonly page: string;
                        })[];
                        readonly insertedFiles: readonly components["schemas"]["Object15"][];
                        readonly insertedReusableContents: readonly {
                            readonly id: string;
                            readonly ref?: string;
                            readonly title: string;
                        }[];
                    };
                };
            };
        };
    };
    readonly listFilesInChangeRequestById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly limit?: number;
                readonly metadata?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object26"];
                };
            };
        };
    };
    readonly getFileInChangeRequestById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly fileId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object15"];
                };
            };
        };
    };
    readonly listChangeRequestFileBacklinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly fileId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object43"];
                };
            };
        };
    };
    readonly getPageInChangeRequestById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly listChangeRequestPageBacklinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object43"];
                };
            };
        };
    };
    readonly listPageLinksInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "ok" | "broken" | "in-app";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object36"];
                };
            };
        };
    };
    readonly listPagesInChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object25"];
                };
            };
        };
    };
    readonly getPageInChangeRequestByPath: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly pagePath: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly getReusableContentInChangeRequestById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly reusableContentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object16"];
                };
            };
        };
    };
    readonly getContributorsByChangeRequestId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            /** @enum {string} */
                            readonly actionType: "edit" | "comment";
                            readonly count: number;
                            /** Format: date-time */
                            readonly updatedAt: string;
                            readonly user: components["schemas"]["User"];
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly listChangeRequestLinks: {
        readonly parameters: {
            readonly query?: {
                readonly brokenContext?: "change-request" | "space";
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "ok" | "broken" | "in-app";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object36"];
                };
            };
        };
    };
    readonly mergeChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly result: "merge" | "conflicts";
                        readonly revision: string;
                    };
                };
            };
        };
    };
    readonly getChangeRequestPDF: {
        readonly parameters: {
            readonly query?: {
                readonly only?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uri */
                        readonly url: string;
                    };
                };
            };
        };
    };
    readonly getRequestedReviewersByChangeRequestId: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["ChangeRequestRequestedReviewer"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly requestReviewersForChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: components["schemas"]["Document"];
                    readonly subject?: string;
                    readonly users: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly users: readonly components["schemas"]["ChangeRequestRequestedReviewer"][];
                    };
                };
            };
        };
    };
    readonly removeRequestedReviewerFromChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getReviewsByChangeRequestId: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
                readonly limit?: number;
                readonly outdated?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["ChangeRequestReview"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly submitChangeRequestReview: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly comment?: {
                        readonly markdown: string;
                    } | components["schemas"]["Object24"] | Record<string, never>;
                    /** @enum {string} */
                    readonly status: "changes-requested" | "approved";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequestReview"];
                };
            };
        };
    };
    readonly getChangeRequestReviewById: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly reviewId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRequestReview"];
                };
            };
        };
    };
    readonly listRevisionsForChangeRequest: {
        readonly parameters: {
            readonly query?: {
                readonly createdBy?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly type?: "edits" | "merge" | "rollback" | "update" | "computed";
            };
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object31"];
                };
            };
        };
    };
    readonly updateChangeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly changeRequestId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly result: "update" | "conflicts";
                        readonly revision: string;
                    };
                };
            };
        };
    };
    readonly listCommentersInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object3"];
                };
            };
        };
    };
    readonly listCommentsInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly authors?: readonly string[];
                readonly format?: "document" | "markdown";
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: string;
                readonly status?: "all" | "open" | "resolved";
                readonly targetPage?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object47"];
                };
            };
        };
    };
    readonly postCommentInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object49"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly getCommentInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly updateCommentInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object50"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
    readonly deleteCommentInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listCommentRepliesInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object51"];
                };
            };
        };
    };
    readonly postCommentReplyInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object52"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly getCommentReplyInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly format?: "document" | "markdown";
            };
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly updateCommentReplyInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object50"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommentReply"];
                };
            };
        };
    };
    readonly deleteCommentReplyInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly commentId: string;
                readonly commentReplyId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getCurrentRevision: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Revision"];
                };
            };
        };
    };
    readonly updateSpaceContent: {
        readonly parameters: {
            readonly query?: {
                readonly compat?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object18"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"] | {
                        readonly changes: readonly (components["schemas"]["CreatedPage"] | components["schemas"]["UpdatedPage"] | {
                            /** @constant */
                            readonly object: "deleted_page";
                            readonly page: string;
                        })[];
                        readonly insertedFiles: readonly components["schemas"]["Object15"][];
                        readonly insertedReusableContents: readonly {
                            readonly id: string;
                            readonly ref?: string;
                            readonly title: string;
                        }[];
                        readonly space: components["schemas"]["Space"];
                    };
                };
            };
        };
    };
    readonly getComputedDocument: {
        readonly parameters: {
            readonly query?: {
                readonly schema?: "current" | "next";
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly seed: string;
                    readonly source: {
                        readonly dependencies: components["schemas"]["Object22"];
                        readonly props: {
                            /** @enum {string} */
                            readonly doc: "models" | "operations" | "info";
                            readonly downloadLink?: boolean;
                            /** @enum {string} */
                            readonly grouping?: "by-tag" | "by-operation";
                            readonly models?: boolean;
                            readonly page?: string;
                        };
                        /** @constant */
                        readonly type: "builtin:openapi";
                    } | components["schemas"]["Object23"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    readonly getComputedRevision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly seed: string;
                    readonly source: components["schemas"]["Object21"] | components["schemas"]["Object23"];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: readonly components["schemas"]["Object15"][];
                        readonly pages: readonly (components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"])[];
                        readonly reusableContents: readonly components["schemas"]["Object16"][];
                    };
                };
            };
        };
    };
    readonly listFiles: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly limit?: number;
                readonly metadata?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object26"];
                };
            };
        };
    };
    readonly getFileById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object15"];
                };
            };
        };
    };
    readonly listSpaceFileBacklinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object43"];
                };
            };
        };
    };
    readonly getPageById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly listSpacePageBacklinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object43"];
                };
            };
        };
    };
    readonly listPageLinksInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "ok" | "broken" | "in-app";
            };
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object36"];
                };
            };
        };
    };
    readonly listPages: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object25"];
                };
            };
        };
    };
    readonly getPageByPath: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly pagePath: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly getReusableContentById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly reusableContentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object16"];
                };
            };
        };
    };
    readonly applyTemplateToSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly changeRequestId?: string;
                    readonly id: string;
                    readonly params?: components["schemas"]["Object12"];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getDocumentById: {
        readonly parameters: {
            readonly query?: {
                readonly schema?: "current" | "next";
            };
            readonly header?: never;
            readonly path: {
                readonly documentId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    readonly duplicateSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly getEmbedByUrlInSpace: {
        readonly parameters: {
            readonly query: {
                readonly url: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly icon?: string;
                        readonly site: string;
                        readonly title: string;
                        /** @constant */
                        readonly type: "link";
                    } | components["schemas"]["Object44"];
                };
            };
        };
    };
    readonly uploadFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": {
                    readonly changeRequest?: string;
                    readonly file: string;
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object15"];
                };
            };
        };
    };
    readonly exportToGitRepository: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly commitMessage: string;
                    readonly force?: boolean;
                    readonly gitInfo?: {
                        /** @enum {string} */
                        readonly provider?: "github" | "gitlab";
                        readonly url?: string;
                    };
                    readonly ref: string;
                    readonly repoCacheID?: string;
                    readonly repoCommitURL?: string;
                    readonly repoProjectDirectory?: string;
                    readonly repoTreeURL?: string;
                    /** Format: date-time */
                    readonly timestamp?: string;
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly importGitRepository: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly force?: boolean;
                    readonly gitInfo?: {
                        /** @enum {string} */
                        readonly provider?: "github" | "gitlab";
                        readonly url?: string;
                    };
                    readonly ref: string;
                    readonly repoCacheID?: string;
                    readonly repoCommitURL?: string;
                    readonly repoProjectDirectory?: string;
                    readonly repoTreeURL?: string;
                    readonly standalone?: boolean;
                    /** Format: date-time */
                    readonly timestamp?: string;
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getSpaceGitInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object10"];
                };
            };
        };
    };
    readonly getSpaceGitOperation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly completedAt?: string;
                        readonly completedTasks: number;
                        /** @enum {string} */
                        readonly direction: "export" | "import";
                        readonly dispatchedTasks: number;
                        readonly error?: string;
                        readonly problems: readonly {
                            readonly message: string;
                            readonly path: string;
                        }[];
                        /** @enum {string} */
                        readonly stage: "repo_fetch" | "config_check" | "content_process" | "finalize";
                        /** Format: date-time */
                        readonly startedAt: string;
                        /** @enum {string} */
                        readonly state: "pending" | "running" | "failure" | "success";
                        /** Format: date-time */
                        readonly updatedAt: string;
                    };
                };
            };
        };
    };
    readonly listSpaceIntegrationsBlocks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly {
                        readonly blocks: readonly components["schemas"]["Object86"][];
                        readonly name: string;
                    }[];
                };
            };
        };
    };
    readonly listSpaceIntegrations: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object85"];
                };
            };
        };
    };
    readonly listSpaceLinks: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "ok" | "broken" | "in-app";
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object36"];
                };
            };
        };
    };
    readonly moveSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object8"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly getSpacePDF: {
        readonly parameters: {
            readonly query?: {
                readonly only?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uri */
                        readonly url: string;
                    };
                };
            };
        };
    };
    readonly inviteToSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Object4"] & ({
                    readonly users: readonly string[];
                } | {
                    readonly teams: readonly string[];
                });
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPermissionsAggregateInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
                readonly role?: "admin" | "create" | "review" | "edit" | "comment" | "read";
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object5"];
                };
            };
        };
    };
    readonly listTeamPermissionsInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object6"];
                };
            };
        };
    };
    readonly removeTeamFromSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateTeamPermissionInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
                readonly teamId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listUserPermissionsInSpace: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object5"];
                };
            };
        };
    };
    readonly removeUserFromSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUserPermissionInSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly role?: ("admin" | "create" | "review" | "edit" | "comment" | "read") | null;
                };
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly listRevisionsForSpace: {
        readonly parameters: {
            readonly query?: {
                readonly createdBy?: string;
                readonly limit?: number;
                readonly page?: string;
                readonly type?: "edits" | "merge" | "rollback" | "update" | "computed";
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object31"];
                };
            };
        };
    };
    readonly getRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Revision"];
                };
            };
        };
    };
    readonly getRevisionSemanticChanges: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly limit?: number;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object33"];
                };
            };
        };
    };
    readonly listFilesInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly limit?: number;
                readonly metadata?: boolean;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object26"];
                };
            };
        };
    };
    readonly getFileInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly fileId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object15"];
                };
            };
        };
    };
    readonly getPageInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly getPageDocumentInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
            };
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    readonly listRevisionPageMetaLinks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly pageId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly alternates?: readonly ({
                            /** @constant */
                            readonly kind: "url";
                            readonly url: string;
                        } | {
                            /** @constant */
                            readonly kind: "page";
                            readonly page: string;
                            readonly space?: string;
                        })[];
                        readonly canonical?: {
                            /** @constant */
                            readonly kind: "url";
                            readonly url: string;
                        } | {
                            /** @constant */
                            readonly kind: "page";
                            readonly page: string;
                            readonly space?: string;
                        };
                    };
                };
            };
        };
    };
    readonly listPagesInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object25"];
                };
            };
        };
    };
    readonly getPageInRevisionByPath: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
                readonly format?: "document" | "markdown";
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly pagePath: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                };
            };
        };
    };
    readonly getReusableContentInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly computed?: boolean;
                readonly metadata?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly reusableContentId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object16"];
                };
            };
        };
    };
    readonly getReusableContentDocumentInRevisionById: {
        readonly parameters: {
            readonly query?: {
                readonly dereferenced?: "reusable-contents";
                readonly evaluated?: "true" | "false" | "deterministic-only";
            };
            readonly header?: never;
            readonly path: {
                readonly reusableContentId: string;
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    readonly rollbackSpaceContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly revisionId: string;
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly searchSpaceContent: {
        readonly parameters: {
            readonly query: {
                readonly limit?: number;
                readonly page?: string;
                readonly query: string;
            };
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly incomplete?: boolean;
                        readonly items: readonly components["schemas"]["Object45"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly transferSpace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly spaceId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly organization: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Space"];
                };
            };
        };
    };
    readonly getSubdomain: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly subdomain: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly isActive: boolean;
                        /** @constant */
                        readonly object: "subdomain";
                        readonly subdomain: string;
                        readonly target: {
                            readonly organization: string;
                            /** @constant */
                            readonly type: "organization";
                        };
                    };
                };
            };
        };
    };
    readonly listTemplates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly description: string;
                            readonly id: string;
                            readonly pages: number;
                            readonly title: string;
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly getContentByUrl: {
        readonly parameters: {
            readonly query: {
                readonly url: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly collection: components["schemas"]["Collection"];
                    } | {
                        readonly changeRequest?: components["schemas"]["ChangeRequest"];
                        readonly page?: components["schemas"]["Object27"] | components["schemas"]["Object28"] | components["schemas"]["Object29"] | components["schemas"]["Object30"];
                        readonly space: components["schemas"]["Space"];
                    };
                };
            };
        };
    };
    readonly getEmbedByUrl: {
        readonly parameters: {
            readonly query: {
                readonly url: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly icon?: string;
                        readonly site: string;
                        readonly title: string;
                        /** @constant */
                        readonly type: "link";
                    } | components["schemas"]["Object44"];
                };
            };
        };
    };
    readonly getPublishedContentByUrl: {
        readonly parameters: {
            readonly query: {
                readonly redirectOnError?: boolean;
                readonly url: string;
                readonly visitorAuthToken?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object81"] | components["schemas"]["Object82"];
                };
            };
        };
    };
    readonly resolvePublishedContentByUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly redirectOnError?: boolean;
                    /** Format: uri */
                    readonly url: string;
                    readonly visitor?: {
                        readonly jwtToken?: string;
                        readonly unsignedClaims?: {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Object81"] | components["schemas"]["Object82"];
                };
            };
        };
    };
    readonly getAuthenticatedUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    readonly getUserNotificationSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationSettings"];
                };
            };
        };
    };
    readonly updateUserNotificationSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly kinds: {
                        readonly "change-request-merged"?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                        readonly comment?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                        readonly mention?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                        readonly reply?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                        readonly "review-requested"?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                        readonly "review-submitted"?: {
                            readonly app?: boolean;
                            readonly email?: boolean;
                        };
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationSettings"];
                };
            };
        };
    };
    readonly listUserNotifications: {
        readonly parameters: {
            readonly query?: {
                readonly kind?: "mention" | "reply" | "comment" | "review-requested" | "review-submitted" | "change-request-merged";
                readonly limit?: number;
                readonly page?: string;
                readonly status?: "all" | "unread" | "read";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Notification"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    } & {
                        readonly unread: number;
                    };
                };
            };
        };
    };
    readonly getUserNotification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly notificationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    readonly updateUserNotification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly notificationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly status: "unread" | "read";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    readonly readUserNotifications: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly until?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly unread: number;
                    };
                };
            };
        };
    };
    readonly listUserSessions: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly {
                            readonly address: string;
                            readonly agent: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly current: boolean;
                            /** Format: date-time */
                            readonly expiresAt: string;
                            readonly id: string;
                            /** Format: date-time */
                            readonly lastUsedAt: string;
                            /** @constant */
                            readonly object: "session";
                            readonly way: string;
                        }[];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly deleteUserSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteUserSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly sessionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listUserTokens: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly page?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly items: readonly components["schemas"]["Token"][];
                        readonly next?: {
                            readonly page: string;
                        };
                    };
                };
            };
        };
    };
    readonly createUserToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly expiresAt?: string | null;
                    readonly label: string;
                    readonly scopes?: readonly string[] | null;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Token"] & {
                        readonly token: string;
                    };
                };
            };
        };
    };
    readonly getUserToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly tokenId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    readonly deleteUserToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly tokenId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getUserById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    readonly updateUserById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly userId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly displayName?: string;
                    /** Format: uri */
                    readonly photoURL?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
}
