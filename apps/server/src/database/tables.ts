import type { RunTables } from '@atelier/agent'
import type { GenerationTables } from '@atelier/generate'
import type { ContentTables } from './contentTables.ts'

/** Every table that this server's routes read. */
export type Tables = ServerTables & { [Name in keyof RunTables]: RunTables[Name] }

/** The rows of the tables that this server's own areas keep (migration 0004). Times are epoch milliseconds. */
export type ServerTables = ContentTables &
  GenerationTables & {
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
    auth_sessions: {
      id: string
      userId: string
      /** The digest of the token (`auth/sessionTokens.ts`). */
      token: string
      expiresAt: string
      ipAddress: string | null
      userAgent: string | null
      createdAt: string
      updatedAt: string
    }
    /** How often a password was tried, by the digest of the account and the address, or of the address. */
    sign_in_attempts: { key: string; count: number; since: number }
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
    /** The searched texts of a document, read at a head; the texts are JSON. */
    search_texts: { document_id: string; project_id: string; head: number; texts: string }
    /** The parts of documents that a conversation saw with one call; the notes are JSON. */
    session_readings: {
      id: string
      project_id: string
      session_id: string
      /** Later than every earlier one of the conversation. */
      at: number
      /** The notes of one call are in several rows if they are many. */
      part: number
      notes: string
    }
    /** The heads of a file's documents as a conversation last saw it, as JSON. */
    session_files: { session_id: string; file: string; project_id: string; heads: string; at: number }
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
      /** Sealed (`auth/secrets.ts`); null if the provider takes no key. */
      secret: string | null
      hint: string | null
      created_at: number
    }
    /** Migration 0013. */
    service_keys: {
      workspace_id: string
      service: string
      /** Sealed (`auth/secrets.ts`). */
      secret: string
      hint: string
      created_at: number
    }
    /** Migration 0014. */
    picture_choices: { workspace_id: string; service: string; model: string | null }
    ai_defaults: { workspace_id: string; scope: string; credential_id: string; model_id: string }
    /** The tables below come from migration 0008. Money is millionths of a dollar. */
    approvals: {
      tool_call_id: string
      run_id: string
      session_id: string
      operation: string
      input_hash: string
      revision: string
      status: string
      decided_by: string | null
      decided_at: number | null
      reason: string | null
      expires_at: number
      /** How often the question was put: more than once if its subject had changed. */
      asked: number
      created_at: number
    }
    approval_policies: {
      id: string
      workspace_id: string
      user_id: string
      project_id: string | null
      operation: string | null
      session_id: string | null
      created_at: number
    }
    confirmations: {
      token_hash: string
      user_id: string
      project_id: string
      operation: string
      input_hash: string
      target: string
      revision: string
      session_id: string | null
      run_id: string | null
      created_at: number
      expires_at: number
      used_at: number | null
    }
    usage_entries: {
      id: string
      workspace_id: string
      user_id: string
      project_id: string | null
      session_id: string
      run_id: string
      scope: string
      provider: string
      model: string
      /** `reserved`, `settled` or `estimated`. */
      status: string
      input: number
      cache_read: number
      cache_write_5m: number
      cache_write_1h: number
      output: number
      reasoning: number
      /** The sum of the buckets. */
      tokens: number
      tool_calls: number
      cost_micro_usd: number | null
      created_at: number
    }
    usage_months: {
      workspace_id: string
      /** Its first millisecond, in UTC. */
      month: number
      /** Requests from here on are not in the sums. */
      until: number
      requests: number
      tool_calls: number
      tokens: number
      unpriced_tokens: number
      micro_usd: number
    }
    budgets: {
      workspace_id: string
      /** `run`, `session` or `month`. */
      level: string
      rounds: number | null
      tool_calls: number | null
      tokens: number | null
      wall_ms: number | null
      micro_usd: number | null
      updated_at: number
    }
    /** `entry` is JSON. */
    model_catalogue: { key: string; entry: string; fetched_at: number }
    audit_events: {
      id: string
      workspace_id: string
      user_id: string | null
      kind: string
      subject: string | null
      /** JSON, never a secret. */
      detail: string
      created_at: number
    }
    executors: {
      id: string
      session_id: string
      user_id: string
      kind: string
      created_at: number
      lease_until: number
    }
    bridge_requests: {
      id: string
      bridge_id: string
      session_id: string
      tool_call_id: string
      executor_id: string
      /** `open`, `answered` by its tab, `taken` into the conversation, or `closed` without an answer. */
      status: string
      /** JSON: the envelope. */
      result: string | null
      created_at: number
      deadline: number
    }
    blobs: {
      workspace_id: string
      hash: string
      mime_type: string
      bytes: Uint8Array
      size: number
      width: number | null
      height: number | null
      created_at: number
    }
    session_blobs: { session_id: string; workspace_id: string; hash: string }
  }
