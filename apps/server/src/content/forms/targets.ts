import { randomBytes } from 'node:crypto'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Secrets } from '../../auth/secrets.ts'
import type { Tables } from '../../database/tables.ts'

/** Where a form tells of what was sent through it. */
export interface FormTarget {
  webhookUrl?: string
  /** Addresses that get mail. */
  mail: string[]
}

/** Where the forms of projects tell of submissions; the secrets of webhooks are sealed. */
export interface FormTargets {
  find(projectId: string, modelId: string): Promise<FormTarget>
  /** The URL of a form's webhook with its secret, by which its calls are signed. */
  webhook(projectId: string, modelId: string): Promise<{ url: string; secret: string } | undefined>
  /** @returns the secret of the webhook, made anew; undefined where the webhook is taken away */
  setWebhook(projectId: string, modelId: string, url: string | undefined): Promise<string | undefined>
  setMail(projectId: string, modelId: string, addresses: readonly string[]): Promise<void>
}

const Addresses = Type.Array(Type.String())

export function createFormTargets(database: Database, secrets: Secrets): FormTargets {
  const db = queryBuilder<Tables>(database.dialect)
  const place = (projectId: string, modelId: string) => `form-webhook/${projectId}/${modelId}`

  async function rowOf(projectId: string, modelId: string) {
    const query = db
      .selectFrom('form_targets')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('model_id', '=', modelId)
    const [row] = await database.read(rowsOf(query))
    return row
  }

  async function set(
    projectId: string,
    modelId: string,
    values: Partial<Pick<Tables['form_targets'], 'webhook_url' | 'webhook_secret' | 'mail_to'>>,
  ): Promise<void> {
    const query = db
      .insertInto('form_targets')
      .values({
        project_id: projectId,
        model_id: modelId,
        webhook_url: null,
        webhook_secret: null,
        mail_to: null,
        ...values,
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'model_id']).doUpdateSet(values))
    await database.write(affectedBy(query))
  }

  return {
    async find(projectId, modelId) {
      const row = await rowOf(projectId, modelId)
      const mail = row?.mail_to ? Value.Parse(Addresses, JSON.parse(row.mail_to)) : []
      return row?.webhook_url ? { webhookUrl: row.webhook_url, mail } : { mail }
    },
    async webhook(projectId, modelId) {
      const row = await rowOf(projectId, modelId)
      const secret = row?.webhook_secret ? secrets.unseal(row.webhook_secret, place(projectId, modelId)) : undefined
      return row?.webhook_url && secret !== undefined ? { url: row.webhook_url, secret } : undefined
    },
    async setWebhook(projectId, modelId, url) {
      const secret = url === undefined ? undefined : randomBytes(32).toString('base64url')
      await set(projectId, modelId, {
        webhook_url: url ?? null,
        webhook_secret: secret === undefined ? null : secrets.seal(secret, place(projectId, modelId)),
      })
      return secret
    },
    setMail: (projectId, modelId, addresses) =>
      set(projectId, modelId, { mail_to: addresses.length === 0 ? null : JSON.stringify(addresses) }),
  }
}
