import type { Webhook } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import {
  deleteWebhook,
  repeatWebhookDelivery,
  testWebhook,
  webhookDeliveriesQuery,
  webhooksQuery,
} from '../../api/contentForms.ts'
import { Button, ConfirmDialog, EmptyState, ErrorNote, IconButton, Skeleton, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import forms from '../forms/Forms.module.css'
import rooms from '../rooms/Rooms.module.css'
import { useContent } from '../session/context.ts'
import * as strings from './strings.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const admins: ReadonlySet<string> = new Set(['owner', 'admin'])

/** The webhooks of a project, each with its last deliveries. */
export function WebhookRoom() {
  const { project } = useContent()
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={rooms.column}>
        {admins.has(project.role) ? (
          <WebhookList />
        ) : (
          <>
            <h1 className="type-title">{strings.webhooks}</h1>
            <EmptyState icon={<WebhookIcon size={20} />} title={strings.onlyAdmins}>
              {strings.webhooksHint}
            </EmptyState>
          </>
        )}
      </div>
    </main>
  )
}

function WebhookList() {
  const { project } = useContent()
  const queries = useQueryClient()
  const { data, error } = useQuery(webhooksQuery(project.id))
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Webhook>()
  const again = () => queries.invalidateQueries({ queryKey: webhooksQuery(project.id).queryKey })
  const remove = async () => {
    if (!removing) return undefined
    const answer = await deleteWebhook(project.id, removing.id)
    if (!answer.ok) return sentence(answer.error)
    await again()
    return undefined
  }
  const create = (
    <Button icon={<Plus size={15} />} variant="primary" onClick={() => setAdding(true)}>
      {strings.newWebhook}
    </Button>
  )
  return (
    <>
      <div className="row wrap gap-8">
        <h1 className="type-title">{strings.webhooks}</h1>
        <span className="grow" />
        {data && data.webhooks.length > 0 && create}
      </div>
      <p className="quiet">{strings.webhooksHint}</p>
      {error && !data ? (
        <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
      ) : !data ? (
        <Skeleton height={96} radius={10} />
      ) : data.webhooks.length === 0 ? (
        <EmptyState icon={<WebhookIcon size={20} />} title={strings.noWebhooks} actions={create}>
          {strings.noWebhooksHint}
        </EmptyState>
      ) : (
        data.webhooks.map((webhook) => (
          <WebhookSection key={webhook.id} webhook={webhook} onRemove={() => setRemoving(webhook)} />
        ))
      )}
      {adding && <WebhookDialog onSaved={again} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(next) => !next && setRemoving(undefined)}
        title={strings.deleteAsk(removing?.name ?? '')}
        confirm={strings.deleteButton}
        onConfirm={remove}
      >
        <p>{strings.deleteHint}</p>
      </ConfirmDialog>
    </>
  )
}

function WebhookSection({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const { project } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [busy, setBusy] = useState(false)
  const query = webhookDeliveriesQuery(project.id, webhook.id)
  const { data } = useQuery(query)
  const again = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const test = async () => {
    setBusy(true)
    const answer = await testWebhook(project.id, webhook.id)
    setBusy(false)
    const problem = answer.ok ? answer.value.problem : sentence(answer.error)
    if (problem === undefined) show({ title: strings.testArrived, tone: 'done', id: 'webhook-test' })
    else show({ title: strings.testFailed(problem), tone: 'danger', id: 'webhook-test' })
    await again()
  }
  const repeat = async (delivery: string) => {
    const answer = await repeatWebhookDelivery(project.id, webhook.id, delivery)
    if (answer.ok) show({ title: strings.repeated, tone: 'done', id: 'webhook-repeat' })
    else show({ title: sentence(answer.error), tone: 'danger', id: 'webhook-repeat' })
    await again()
  }
  return (
    <section className={rooms.section} aria-label={webhook.name}>
      <div className="row wrap gap-8">
        <h2 className="type-heading break-anywhere">{webhook.name}</h2>
        <span className="grow" />
        <Button busy={busy} onClick={() => void test()} aria-label={strings.sendTestTo(webhook.name)}>
          {strings.sendTest}
        </Button>
        <IconButton label={strings.deleteWebhook(webhook.name)} onClick={onRemove}>
          <Trash2 size={15} />
        </IconButton>
      </div>
      <p className="quiet break-anywhere">
        {[webhook.url, ...webhook.events.map((each) => strings.eventNames[each])].join(' · ')}
      </p>
      <h3 className="type-label">{strings.deliveries}</h3>
      {!data || data.deliveries.length === 0 ? (
        <p className="quiet">{strings.noDeliveries}</p>
      ) : (
        <ul className="grid" aria-label={strings.deliveriesOf(webhook.name)}>
          {data.deliveries.map(({ id, event, state, createdAt, tries, problem, body }) => (
            <li key={id} className={rooms.item}>
              <span className={state === 'delivered' ? forms.done : state === 'failed' ? forms.failed : 'quiet'}>
                {strings.states[state]}
              </span>
              <details className="grow min-w-0 break-anywhere">
                <summary>
                  {[
                    strings.deliveryEvents[event] ?? event,
                    ago(createdAt),
                    strings.tries(tries),
                    ...(problem === undefined ? [] : [problem]),
                  ].join(' · ')}
                </summary>
                <pre className="overflow-auto">{body}</pre>
              </details>
              <Button
                size="sm"
                onClick={() => void repeat(id)}
                aria-label={strings.repeatEvent(strings.deliveryEvents[event] ?? event)}
              >
                {strings.repeat}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
