import type { RunTables } from '@atelier/agent'

/** Every table that this server's routes read. */
export type Tables = ServerTables & { [Name in keyof RunTables]: RunTables[Name] }

/** The rows of the tables that this server's own areas keep (migration 0004). Times are epoch milliseconds. */
export type ServerTables = {
  auth_users: {
    id: string
    name: string
    email: string
    emailVerified: number | boolean
    createdAt: string
    updatedAt: string
  }
  auth_accounts: {
    id: string
    userId: string
    accountId: string
    providerId: string
    password: string | null
    createdAt: string
    updatedAt: string
  }
  auth_sessions: { id: string; userId: string }
  workspaces: { id: string; name: string; created_at: number }
  workspace_members: { workspace_id: string; user_id: string; role: string; created_at: number }
  projects: {
    id: string
    workspace_id: string
    slug: string
    name: string
    site_document_id: string
    created_at: number
    updated_at: number
  }
  project_members: { project_id: string; user_id: string; role: string }
  api_keys: {
    id: string
    workspace_id: string
    user_id: string
    name: string
    hash: string
    hint: string
    role: string
    /** JSON array of project ids; null for every project. */
    project_ids: string | null
    created_at: number
  }
  /** Migration 0006. */
  invitations: {
    id: string
    workspace_id: string
    email: string
    name: string | null
    role: string
    /** JSON array of `{ projectId, role }`. */
    projects: string
    token_hash: string
    invited_by: string
    created_at: number
    expires_at: number
    accepted_at: number | null
  }
  server_settings: { key: string; value: string }
  ai_credentials: {
    id: string
    workspace_id: string
    provider: string
    label: string
    base_url: string | null
    /** Sealed (`auth/secrets.ts`); null where the provider takes no key. */
    secret: string | null
    hint: string | null
    created_at: number
  }
  ai_defaults: { workspace_id: string; scope: string; credential_id: string; model_id: string }
}
