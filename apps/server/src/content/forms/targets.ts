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

/** Where the forms of projects tell of submissions; the addresses and the secrets of webhooks are sealed. */
export interface FormTargets {
  find(projectId: string, modelId: string): Promise<FormTarget>
  /** The URL of a form's webhook with its secret, by which its calls are signed. */
  webhook(projectId: string, modelId: string): Promise<{ url: string; secret: string } | undefined>
  /** @returns the secret of the webhook, made anew; undefined where the webhook is taken away */
  setWebhook(projectId: string, modelId: string, url: string | undefined): Promise<string | undefined>
  setMail(projectId: string, modelId: string, addresses: readonly string[]): Promise<void>
}

const Addresses = Type.Array(Type.String())

const place = (projectId: string, modelId: string) => `form-webhook/${projectId}/${modelId}`
/** The address has a context of its own, so that it cannot be taken for the secret. */
const addressPlace = (projectId: string, modelId: string) => `form-webhook-address/${projectId}/${modelId}`

/** Seals the addresses of webhooks that are stored as they were written, a few at a time. */
export async function sealWebhookAddresses(database: Database, secrets: Pick<Secrets, 'seal'>): Promise<void> {
  const db = queryBuilder<Tables>(database.dialect)
  const plain = db.selectFrom('form_targets').selectAll().where('webhook_url', 'like', 'http%').limit(100)
  for (let rows = await database.read(rowsOf(plain)); rows.length > 0; rows = await database.read(rowsOf(plain))) {
    await database.transact(function* () {
      for (const { project_id, model_id, webhook_url } of rows) {
        const sealed = secrets.seal(webhook_url ?? '', addressPlace(project_id, model_id))
        const own = db.updateTable('form_targets').where('project_id', '=', project_id).where('model_id', '=', model_id)
        yield* affectedBy(own.where('webhook_url', '=', webhook_url).set({ webhook_url: sealed }))
      }
    })
  }
}

export function createFormTargets(database: Database, secrets: Secrets): FormTargets {
  const db = queryBuilder<Tables>(database.dialect)

  async function rowOf(projectId: string, modelId: string) {
    const query = db
      .selectFrom('form_targets')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('model_id', '=', modelId)
    const [row] = await database.read(rowsOf(query))
    return row
  }

  const urlOf = (projectId: string, modelId: string, sealed: string) =>
    secrets.unseal(sealed, addressPlace(projectId, modelId))

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
      const webhookUrl = row?.webhook_url ? urlOf(projectId, modelId, row.webhook_url) : undefined
      return webhookUrl === undefined ? { mail } : { webhookUrl, mail }
    },
    async webhook(projectId, modelId) {
      const row = await rowOf(projectId, modelId)
      const secret = row?.webhook_secret ? secrets.unseal(row.webhook_secret, place(projectId, modelId)) : undefined
      const url = row?.webhook_url ? urlOf(projectId, modelId, row.webhook_url) : undefined
      return url !== undefined && secret !== undefined ? { url, secret } : undefined
    },
    async setWebhook(projectId, modelId, url) {
      const secret = url === undefined ? undefined : randomBytes(32).toString('base64url')
      await set(projectId, modelId, {
        webhook_url: url === undefined ? null : secrets.seal(url, addressPlace(projectId, modelId)),
        webhook_secret: secret === undefined ? null : secrets.seal(secret, place(projectId, modelId)),
      })
      return secret
    },
    setMail: (projectId, modelId, addresses) =>
      set(projectId, modelId, { mail_to: addresses.length === 0 ? null : JSON.stringify(addresses) }),
  }
}
